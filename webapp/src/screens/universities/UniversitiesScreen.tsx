import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { pageSizes } from "@/api/gen/constants";
import { createUniversityRules } from "@/api/gen/rules";
import { useListQuery } from "@/lib/list/useListQuery";
import { useActionErrorToast } from "@/ui/feedback/useActionErrorToast";
import { Tool } from "@/ui/layout/Toolbar";
import { ListScreen } from "@/ui/list/ListScreen";
import { columnsOf } from "@/ui/record/fields";
import { RecordDialog } from "@/ui/record/RecordDialog";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import {
  fields,
  readUniversity,
  saveUniversityRequest,
  type University,
  universityFilters,
  useUniversities,
} from "./universities";

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
      {form && (
        <RecordDialog
          fields={fields}
          editing={form.editing}
          title={t(form.editing ? "form.edit" : "form.add")}
          submit={t("form.submit")}
          done={t(form.editing ? "form.updated" : "form.added")}
          labels={t("columns", { returnObjects: true })}
          missing={{ name: t("form.missing") }}
          hints={{ rank: t("form.rankHint"), ...(form.editing && { name: t("form.id", form.editing) }) }}
          rules={createUniversityRules}
          call={form.editing ? "UpdateUniversity" : "CreateUniversity"}
          draft={form.editing ? `university.${form.editing.id}` : "university"}
          read={readUniversity}
          toRequest={saveUniversityRequest}
          nameOf={({ name = "" }) => name}
          onSaved={list.reload}
          onClose={() => setForm(null)}
        />
      )}
    </>
  );
}

function useColumns(open: (form: { editing: University }) => void): Column<University>[] {
  const { t } = useTranslation("universities");
  return useMemo(
    () => [
      ...columnsOf(fields, t("columns", { returnObjects: true })),
      column.buttons(t("columns.actions"), 72, (university) => [
        { icon: "edit", label: t("editOne", { name: university.name }), onClick: () => open({ editing: university }) },
      ]),
    ],
    [t, open],
  );
}
