import { useTranslation } from "react-i18next";
import { clinicSearchDebounceMs } from "@/api/gen/constants";
import type { ListQuery } from "@/lib/list/useListQuery";
import { AsyncSelectFilter } from "@/ui/filters/AsyncSelect";
import { type clinicFilters, searchClinics, useChosenClinic } from "./clinicChoice";

/** Filter of a list for one clinic. */
export function ClinicFilter({ query }: { query: Pick<ListQuery<keyof typeof clinicFilters>, "values" | "set"> }) {
  const { t } = useTranslation("campaigns");
  const chosen = useChosenClinic(query.values);
  return (
    <AsyncSelectFilter
      label={t("clinic.label")}
      search={t("clinic.search")}
      chosen={chosen}
      ask={searchClinics}
      delay={clinicSearchDebounceMs}
      noneFound={t("clinic.none")}
      failed={t("clinic.failed")}
      onChoose={(choice) => query.set({ clinic: choice?.key ?? "", clinic_name: choice?.text ?? "" })}
    />
  );
}
