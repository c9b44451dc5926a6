import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { labelOf } from "@/lib/format/labels";

/** Period of a payment: "Monthly", or "Every 6 months". */
export function usePeriod() {
  const { t } = useTranslation("subscriptions");
  return useCallback(
    ({ interval, period }: { interval?: number | null; period: string | null }): string | null => {
      const name = labelOf(t("periods", { returnObjects: true }), period);
      if (!name || !interval || interval < 2) return name;
      return labelOf(t("every", { returnObjects: true, number: interval }), period) ?? `${interval} × ${name}`;
    },
    [t],
  );
}
