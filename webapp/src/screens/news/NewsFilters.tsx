import { useTranslation } from "react-i18next";
import { newsType } from "@/api/gen/choices";
import { CollapsedFilters, countActiveFilters } from "@/ui/filters/CollapsedFilters";
import { DateRange } from "@/ui/filters/DateRange";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { MultiSelectFilter } from "@/ui/filters/MultiSelectFilter";
import type { NewsQuery, Tag } from "./news";

/** Filters set by links from the statistics, shown as removable tags. */
const figures = [
  ["city", "city"],
  ["state", "state"],
  ["speciality", "specialities"],
] as const;

interface Props {
  query: NewsQuery;
  tags: readonly Tag[];
  isReversed: boolean;
}
/** Filters of the news feed. */
export function NewsFilters({ query, tags, isReversed }: Props) {
  const { t } = useTranslation("news");
  const { t: common } = useTranslation();
  const { values, set, cleared } = query;
  return (
    <>
      <FilterSelect
        label={t("filters.published")}
        options={(["yes", "no"] as const).map((value) => ({ value, label: common(value) }))}
        {...query.choiceOf("published")}
      />
      <MultiSelectFilter
        label={t("filters.tags")}
        values={values.tags ? values.tags.split(",") : []}
        options={tags.map(({ id, tag_name }) => ({ value: String(id), label: tag_name }))}
        find={t("filters.findTag")}
        onChange={(chosen) => set({ tags: chosen.join(",") })}
      />
      <CollapsedFilters label={common("moreFilters")} on={countActiveFilters(values, ["type", "start", "end"])}>
        <FilterSelect
          label={t("filters.type")}
          options={newsType.map((value) => ({ value, label: t(`types.${value}`) }))}
          {...query.choiceOf("type")}
        />
        <DateRange
          key={cleared}
          start={{ label: t("filters.start"), value: values.start, wrong: isReversed ? t("filters.reversed") : null }}
          end={{ label: t("filters.end"), value: values.end }}
          onChange={set}
        />
      </CollapsedFilters>
      {figures.map(
        ([name, column]) =>
          values[name] && (
            <FilterSelect
              key={name}
              label={t(`columns.${column}`)}
              options={[{ value: values[name], label: values[name] }]}
              {...query.choiceOf(name)}
            />
          ),
      )}
    </>
  );
}
