import { useTranslation } from "react-i18next";
import { shownTime, timesOfDay } from "@/lib/times";
import { Labelled } from "./fields";
import css from "./TimeField.module.css";
import type { Asked } from "./useAsk";

interface Props extends Asked {
  label: string;
  /** The first and the last time on offer, "09:00". */
  from?: string;
  to?: string;
}

/**
 * A time of day in steps of half an hour; the form holds "09:30". The browser's own list: typing "9:3" finds 9:30, a
 * phone shows its wheel, and every screen reader knows it.
 */
export function TimeField({ label, field, error, required, from, to }: Props) {
  const { t } = useTranslation();
  const { ref, ...registration } = field;
  const times = timesOfDay({ ...(from && { from }), ...(to && { to }) });
  return (
    <Labelled label={label} error={error} hint={undefined} required={required}>
      {(wiring) => (
        <select {...registration} {...wiring} ref={ref} className={css.time}>
          <option value="">{t("chooseTime")}</option>
          {times.map((time) => (
            <option key={time} value={time}>
              {shownTime(time)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
