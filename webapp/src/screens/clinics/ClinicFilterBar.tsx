import { useTranslation } from "react-i18next";
import { clinicSearchDebounceMs } from "@/api/gen/constants";
import { indianStates } from "@/lib/format/indianStates";
import type { ListQuery } from "@/lib/list/useListQuery";
import type { Switch } from "@/screens/modules/shared/switches";
import { CheckFilter } from "@/ui/filters/CheckFilter";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { SuggestField } from "@/ui/filters/SuggestField";
import type { ClinicFilters } from "./clinics";

interface Props {
  query: ListQuery<keyof ClinicFilters>;
  switches: readonly Switch[];
}

/** Filters next to the search of the list. */
export function ClinicFilterBar({ query, switches }: Props) {
  const { t } = useTranslation("clinics");
  const { values, set, cleared } = query;
  return (
    <>
      <SuggestField
        label={t("filters.state")}
        value={values.state}
        suggestions={indianStates}
        cleared={cleared}
        delay={clinicSearchDebounceMs}
        onSearch={(state) => set({ state })}
      />
      <FilterSelect
        label={t("filters.module")}
        options={switches.map((option) => ({
          value: option.kind === "flag" ? option.flag : String(option.id),
          label: option.name,
        }))}
        {...query.choiceOf("module")}
      />
      <FilterSelect
        label={t("filters.bankDetails")}
        options={[
          { value: "true", label: t("filters.added") },
          { value: "false", label: t("filters.notAdded") },
        ]}
        {...query.choiceOf("bank_details")}
      />
      <CheckFilter
        label={t("filters.isHospital")}
        checked={values.is_hospital === "true"}
        onChange={(checked) => set({ is_hospital: checked ? "true" : "" })}
      />
    </>
  );
}
