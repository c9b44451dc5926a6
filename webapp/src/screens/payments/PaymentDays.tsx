import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { today } from "@/lib/dates";
import type { ListQuery } from "@/lib/useListQuery";
import { DateRange } from "@/ui/fields/DateRange";
import { hasReversedDays } from "./payments";

/** Filter for the first and last day of payments. */
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
        wrong: hasReversedDays(values) ? t("filters.reversed") : null,
      }}
      end={{ label: t("filters.end"), value: values.end_date }}
      onChange={({ start, end }) => set({ start_date: start, end_date: end })}
    />
  );
}
