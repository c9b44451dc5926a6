import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { areReversed } from "@/lib/list/dayFilters";
import type { ListQuery } from "@/lib/list/useListQuery";
import { today } from "@/lib/time/dates";
import { DateRange } from "@/ui/filters/DateRange";

/**
 * Filter for the first and last day of payments. Days in the wrong order are sent anyway, because payments have no
 * limits.
 */
export function PaymentDays({ query }: { query: ListQuery<"start_date" | "end_date"> }) {
  const { t } = useTranslation("payments");
  const { values, set, cleared } = query;
  return (
    <DateRange
      key={cleared}
      max={today(serverNow())}
      start={{
        label: t("filters.start"),
        value: values.start_date,
        wrong: areReversed(values.start_date, values.end_date) ? t("filters.reversed") : null,
      }}
      end={{ label: t("filters.end"), value: values.end_date }}
      onChange={({ start, end }) => set({ start_date: start, end_date: end })}
    />
  );
}
