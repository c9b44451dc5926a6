import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { shownTime, timesOfDay } from "@/lib/times";
import { SelectField } from "./SelectField";
import type { Asked } from "./useAsk";

interface Props extends Asked {
  label: string;
  hint?: ReactNode;
  /** A time that is offered though it stands between the others, such as the one there is. */
  also?: string;
  /** The first and the last time on offer, "09:00". */
  from?: string;
  to?: string;
}

/** A time of day in steps of half an hour; the form holds "09:30". Typing "9:3" in the list finds 9:30. */
export function TimeField({ from, to, also, ...field }: Props) {
  const { t } = useTranslation();
  const usual = timesOfDay({ ...(from && { from }), ...(to && { to }) });
  const times = also && !usual.includes(also) ? [...usual, also].sort() : usual;
  return (
    <SelectField
      {...field}
      nothing={t("chooseTime")}
      options={times.map((time) => ({ value: time, text: shownTime(time) }))}
    />
  );
}
