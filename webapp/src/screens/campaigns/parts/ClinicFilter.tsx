import { useTranslation } from "react-i18next";
import { clinicSearchDebounceMs } from "@/api/gen/constants";
import type { ListQuery } from "@/lib/useListQuery";
import { PageFilter } from "@/ui/fields/PagePicker";
import { askClinics, type clinicFilters } from "./clinicChoice";

/** Narrows a list to one clinic; its name stands in the address beside its id. */
export function ClinicFilter({ query }: { query: Pick<ListQuery<keyof typeof clinicFilters>, "values" | "set"> }) {
  const { t } = useTranslation("campaigns");
  const { clinic, clinic_name } = query.values;
  return (
    <PageFilter
      label={t("clinic.label")}
      search={t("clinic.search")}
      chosen={clinic ? { key: clinic, text: clinic_name || `#${clinic}` } : null}
      ask={askClinics}
      delay={clinicSearchDebounceMs}
      noneFound={t("clinic.none")}
      failed={t("clinic.failed")}
      onChoose={(choice) => query.set({ clinic: choice?.key ?? "", clinic_name: choice?.text ?? "" })}
    />
  );
}
