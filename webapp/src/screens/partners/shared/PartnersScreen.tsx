import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { searchDebounceMs } from "@/api/gen/constants";
import type { ListState } from "@/lib/listState";
import { indianStates } from "@/lib/states";
import { type ListQuery, useListQuery } from "@/lib/useListQuery";
import { column } from "@/ui/columns";
import type { Column } from "@/ui/DataTable";
import { SuggestField } from "@/ui/fields/SuggestField";
import { ListScreen } from "@/ui/ListScreen";
import { type Kind, type Partner, partnerFilters } from "./partners";

interface Props {
  kind: Kind;
  /** Hook that reads the list. */
  useRows: (query: ListQuery<keyof typeof partnerFilters>) => ListState<Partner>;
  /** Must be stable. */
  addressOf: (id: number) => string;
}

/** The list of pharmacies or of labs. */
export function PartnersScreen({ kind, useRows, addressOf }: Props) {
  const { t } = useTranslation("partners");
  const query = useListQuery(partnerFilters);
  const list = useRows(query);
  const columns = useColumns(addressOf);
  return (
    <ListScreen
      title={t(`${kind}.title`)}
      query={query}
      list={list}
      search={{ label: t(`${kind}.search`), hint: t("searchHint"), delay: searchDebounceMs }}
      filters={
        <SuggestField
          label={t("state")}
          value={query.values.state}
          suggestions={indianStates}
          cleared={query.cleared}
          delay={searchDebounceMs}
          onSearch={(state) => query.set({ state })}
        />
      }
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => addressOf(id)}
      failed={t("failed")}
      empty={{ none: t(`${kind}.empty`), noMatch: t(`${kind}.noMatch`), noMatchHint: t("noMatchHint") }}
    />
  );
}

function useColumns(addressOf: Props["addressOf"]): Column<Partner>[] {
  const { t } = useTranslation("partners");
  return useMemo(
    () => [
      column.link(
        "name",
        t("name"),
        240,
        ({ name }) => name,
        ({ id }) => addressOf(id),
      ),
      column.text("email", t("email"), 240, ({ email }) => email, { soft: true, copy: true }),
      column.phone("phone_number", t("phone"), 140, ({ phone_number }) => phone_number),
      column.text("location.city", t("city"), 140, ({ location }) => location?.city),
      column.text("location.state", t("state"), 150, ({ location }) => location?.state),
    ],
    [t, addressOf],
  );
}
