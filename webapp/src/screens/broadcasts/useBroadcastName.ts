import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { labelOf } from "@/lib/format/labels";

/** Name of a broadcast: "Web upgrade · Doctor". */
export function useBroadcastName() {
  const { t } = useTranslation("broadcasts");
  return useCallback(
    ({ kind, app_type }: { kind: string; app_type: string | null }) => {
      const apps = t("apps", { returnObjects: true });
      const kinds = t("kinds", { returnObjects: true });
      return [labelOf(kinds, kind), labelOf(apps, app_type)].filter(Boolean).join(" · ");
    },
    [t],
  );
}
