import { useTranslation } from "react-i18next";
import { shownTime, timesOfDay } from "@/lib/times";
import { SelectField } from "./SelectField";
import type { Asked } from "./useAsk";

interface Props extends Asked {
  label: string;
  /** The first and the last time on offer, "09:00". */
  from?: string;
  to?: string;
}

/** A time of day in steps of half an hour; the form holds "09:30". Typing "9:3" in the list finds 9:30. */
export function TimeField({ from, to, ...field }: Props) {
  const { t } = useTranslation();
  const times = timesOfDay({ ...(from && { from }), ...(to && { to }) });
  return (
    <SelectField
      {...field}
      nothing={t("chooseTime")}
      options={times.map((time) => ({ value: time, text: shownTime(time) }))}
    />
  );
}
