import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { labelled } from "@/lib/labels";

/** Name of a broadcast: "Web upgrade · Doctor". */
export function useNames() {
  const { t } = useTranslation("broadcasts");
  return useCallback(
    ({ kind, app_type }: { kind: string; app_type: string | null }) => {
      const apps = t("apps", { returnObjects: true });
      const kinds = t("kinds", { returnObjects: true });
      return [labelled(kinds, kind), labelled(apps, app_type)].filter(Boolean).join(" · ");
    },
    [t],
  );
}
