import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { labelled } from "@/lib/labelled";

/** How long a payment is for: "Monthly", or "6 × Monthly". */
export function usePeriod() {
  const { t } = useTranslation("subscriptions");
  return useCallback(
    ({ interval, period }: { interval?: number | null; period: string | null }): string | null => {
      const name = labelled(t("periods", { returnObjects: true }), period);
      return name && interval && interval > 1 ? `${interval} × ${name}` : name;
    },
    [t],
  );
}
