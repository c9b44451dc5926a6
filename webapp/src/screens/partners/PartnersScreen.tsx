import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { searchDebounceMs } from "@/api/gen/constants";
import { indianStates } from "@/lib/format/indianStates";
import { useListQuery } from "@/lib/list/useListQuery";
import { SuggestField } from "@/ui/filters/SuggestField";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import type { Kind } from "./kinds";
import { type Partner, partnerFilters } from "./partners";

/** The list of pharmacies or of labs. */
export function PartnersScreen({ kind }: { kind: Kind }) {
  const { t } = useTranslation("partners");
  const query = useListQuery(partnerFilters);
  const list = kind.useRows(query);
  const columns = useColumns(kind);
  return (
    <ListScreen
      title={t(`${kind.texts}.title`)}
      query={query}
      list={list}
      kind={kind.record}
      search={{ label: t(`${kind.texts}.search`), hint: t("searchHint") }}
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
      rowLink={({ id }) => kind.addressOf(id)}
      failed={t("failed")}
      empty={{ none: t(`${kind.texts}.empty`), noMatch: t(`${kind.texts}.noMatch`), noMatchHint: t("noMatchHint") }}
    />
  );
}

function useColumns(kind: Kind): Column<Partner>[] {
  const { t } = useTranslation("partners");
  return useMemo(
    () => [
      column.link(
        "name",
        t("name"),
        240,
        ({ name }) => name,
        ({ id }) => kind.addressOf(id),
      ),
      column.text("email", t("email"), 240, ({ email }) => email, { soft: true, copy: true }),
      column.phone("phone_number", t("phone"), 140, ({ phone_number }) => phone_number),
      column.text("location.city", t("city"), 140, ({ location }) => location?.city),
      column.text("location.state", t("state"), 150, ({ location }) => location?.state),
    ],
    [t, kind],
  );
}
