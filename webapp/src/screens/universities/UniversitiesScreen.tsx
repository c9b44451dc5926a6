import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { pageSizes } from "@/api/gen/constants";
import { formatNumber } from "@/lib/format/numbers";
import { useListQuery } from "@/lib/list/useListQuery";
import { useActionErrorToast } from "@/ui/feedback/useActionErrorToast";
import { Tool } from "@/ui/layout/Toolbar";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { UniversityForm } from "./UniversityForm";
import { type University, universityFilters, useUniversities } from "./universities";

const choices = { sizes: pageSizes };

/** Universities that doctors choose from, by rank. */
export function UniversitiesScreen() {
  const { t } = useTranslation("universities");
  const query = useListQuery(universityFilters, choices);
  const list = useUniversities(query);
  const [form, setForm] = useState<{ editing: University | null } | null>(null);
  const columns = useColumns(setForm);
  const { show, dismiss } = useActionErrorToast();
  const failed = list.error !== undefined;
  useEffect(() => {
    if (failed) show(t("failed"));
    else dismiss();
  }, [failed, show, dismiss, t]);
  return (
    <>
      <ListScreen
        title={t("title")}
        actions={<Tool main icon="add" text={t("form.add")} onClick={() => setForm({ editing: null })} />}
        query={query}
        list={list}
        kind="university"
        search={{ label: t("search"), hint: t("searchHint") }}
        columns={columns}
        rowKey={(university) => university.id}
        failed={t("failed")}
        range={(range) => t("range", range)}
        empty={{ none: t("empty"), noMatch: t("noMatch") }}
      />
      {form && <UniversityForm {...form} onSaved={list.reload} onClose={() => setForm(null)} />}
    </>
  );
}

function useColumns(open: (form: { editing: University }) => void): Column<University>[] {
  const { t } = useTranslation("universities");
  return useMemo(
    () => [
      column.text("name", t("columns.name"), 420, ({ name }) => name, { wrap: true }),
      column.figure("rank", t("columns.rank"), 100, ({ rank }) => (rank === null ? null : formatNumber(rank))),
      column.buttons(t("columns.actions"), 72, (university) => [
        { icon: "edit", label: t("editOne", { name: university.name }), onClick: () => open({ editing: university }) },
      ]),
    ],
    [t, open],
  );
}
