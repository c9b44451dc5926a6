import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format/numbers";
import type { Job } from "./dataGeneration";

/** Format the progress of a job: "3 of 9 steps". */
export function useProgressText() {
  const { t } = useTranslation("dataGeneration");
  return useCallback(
    ({ done, total }: Job) =>
      total === null
        ? t("begun", { done: formatNumber(done) })
        : t("steps", { count: total, done: formatNumber(done), total: formatNumber(total) }),
    [t],
  );
}
