import { useTranslation } from "react-i18next";
import { plural } from "@/lib/format/numbers";
import { formatDay } from "@/lib/time/dates";
import type { KeyLogSummary } from "./keys";

/** How many requests of each day are not in the log. */
export function OmittedRequests({ days = [] }: { days?: KeyLogSummary["days"] | undefined }) {
  const { t } = useTranslation("keys");
  return days
    .filter(({ omitted }) => omitted > 0)
    .map(({ day, omitted }) => (
      <p key={day} className="soft">
        {t("omitted", { ...plural(omitted), day: formatDay(day) })}
      </p>
    ));
}
