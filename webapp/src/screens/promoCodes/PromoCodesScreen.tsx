import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { formatNumber, plural } from "@/lib/format/numbers";
import { useListQuery } from "@/lib/list/useListQuery";
import { today } from "@/lib/time/dates";
import { useDelete } from "@/ui/action/useDelete";
import { Tool } from "@/ui/layout/Toolbar";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { EditPromoCode } from "./EditPromoCode";
import { deletePromoCodeRequest, discountOf, type PromoCode, promoCodeFilters, usePromoCodes } from "./promoCodes";

/** List of promo codes, and the form to add and edit them (B 2). */
export function PromoCodesScreen() {
  const { t } = useTranslation("promoCodes");
  const query = useListQuery(promoCodeFilters);
  const list = usePromoCodes(query);
  const [editing, setEditing] = useState<PromoCode | "new" | null>(null);
  const deletion = useDelete<PromoCode>({
    title: ({ promo_code_name: name }) => t("delete.title", { name }),
    ask: ({ times_used }) =>
      times_used > 0 ? `${t("delete.ask")}. ${t("delete.used", plural(times_used))}` : t("delete.ask"),
    call: "DeletePromoCode",
    toRequest: ({ id }) => deletePromoCodeRequest(id),
    done: t("delete.deleted"),
    nameOf: ({ promo_code_name: name }) => name,
    list,
    pages: query,
  });
  const columns = useColumns(setEditing, deletion.ask);
  return (
    <>
      <ListScreen
        title={t("title")}
        actions={<Tool main icon="add" text={t("edit.add")} onClick={() => setEditing("new")} />}
        query={query}
        list={list}
        search={{ label: t("search"), hint: t("searchHint") }}
        failed={t("failed")}
        columns={columns}
        rowKey={(code) => code.id}
        empty={{ none: t("empty"), noMatch: t("noMatch") }}
      />
      {editing && (
        <EditPromoCode
          code={editing === "new" ? null : editing}
          onSaved={list.reload}
          onClose={() => setEditing(null)}
        />
      )}
      {deletion.dialog}
    </>
  );
}

function useColumns(onEdit: (code: PromoCode) => void, onDelete: (code: PromoCode) => void): Column<PromoCode>[] {
  const { t } = useTranslation("promoCodes");
  return useMemo(() => {
    const now = today(serverNow());
    return [
      column.text(["promo_code_name", "expiry"], t("columns.name"), 200, ({ promo_code_name }) => promo_code_name, {
        note: ({ expiry }) => (expiry < now ? t("expired") : null),
      }),
      column.yesNo("single_use", t("columns.singleUse"), 96, ({ single_use }) => single_use),
      column.day("expiry", t("columns.expiry"), 108, ({ expiry }) => expiry),
      column.day("created_at", t("columns.created"), 108, ({ created_at }) => created_at),
      column.figure(["discount_amount", "discount_percentage"], t("columns.discount"), 96, discountOf),
      column.figure("times_used", t("columns.used"), 96, ({ times_used }) => formatNumber(times_used)),
      column.buttons(t("columns.actions"), 96, (code) => [
        { icon: "edit", label: t("edit.action", { name: code.promo_code_name }), onClick: () => onEdit(code) },
        { icon: "delete", label: t("delete.action", { name: code.promo_code_name }), onClick: () => onDelete(code) },
      ]),
    ];
  }, [t, onEdit, onDelete]);
}
