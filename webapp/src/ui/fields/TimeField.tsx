import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatTime, timesOfDay } from "@/lib/time/times";
import { SelectField } from "./SelectField";
import type { FieldProps } from "./useFieldProps";

interface Props extends FieldProps {
  label: string;
  hint?: ReactNode;
  /** Additional time that is not a regular step, such as the current value. */
  also?: string;
  /** First and last time offered, "09:00". */
  from?: string;
  to?: string;
}

/** Time field in half-hour steps; the form holds "09:30". Typing "9:3" in the list finds 9:30. */
export function TimeField({ from, to, also, ...field }: Props) {
  const { t } = useTranslation();
  const usual = timesOfDay({ ...(from && { from }), ...(to && { to }) });
  const times = also && !usual.includes(also) ? [...usual, also].sort() : usual;
  return (
    <SelectField
      {...field}
      nothing={t("chooseTime")}
      options={times.map((time) => ({ value: time, text: formatTime(time) }))}
    />
  );
}
