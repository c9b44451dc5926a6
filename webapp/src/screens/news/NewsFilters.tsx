import { useTranslation } from "react-i18next";
import { newsType } from "@/api/gen/choices";
import { DateRange } from "@/ui/fields/DateRange";
import { FilterSelect } from "@/ui/fields/FilterSelect";
import { MultiSelectFilter } from "@/ui/fields/MultiSelectFilter";
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
export function NewsFilters({ query: { values, set, cleared }, tags, isReversed }: Props) {
  const { t } = useTranslation("news");
  const { t: common } = useTranslation();
  return (
    <>
      <FilterSelect
        label={t("filters.published")}
        value={values.published}
        orAll
        options={(["yes", "no"] as const).map((value) => ({ value, label: common(value) }))}
        onChange={(published) => set({ published })}
      />
      <MultiSelectFilter
        label={t("filters.tags")}
        values={values.tags ? values.tags.split(",") : []}
        options={tags.map(({ id, tag_name }) => ({ value: String(id), label: tag_name }))}
        find={t("filters.findTag")}
        onChange={(chosen) => set({ tags: chosen.join(",") })}
      />
      <FilterSelect
        label={t("filters.type")}
        value={values.type}
        orAll
        options={newsType.map((value) => ({ value, label: t(`types.${value}`) }))}
        onChange={(type) => set({ type })}
      />
      <DateRange
        key={cleared}
        start={{ label: t("filters.start"), value: values.start, wrong: isReversed ? t("filters.reversed") : null }}
        end={{ label: t("filters.end"), value: values.end }}
        onChange={set}
      />
      {figures.map(
        ([name, column]) =>
          values[name] && (
            <FilterSelect
              key={name}
              label={t(`columns.${column}`)}
              value={values[name]}
              orAll
              options={[{ value: values[name], label: values[name] }]}
              onChange={(value) => set({ [name]: value })}
            />
          ),
      )}
    </>
  );
}
