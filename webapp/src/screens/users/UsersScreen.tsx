import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "@/app/paths";
import { labelOf } from "@/lib/format/labels";
import { useListQuery } from "@/lib/list/useListQuery";
import { CheckFilter } from "@/ui/filters/CheckFilter";
import { ListScreen } from "@/ui/list/ListScreen";
import { listTexts } from "@/ui/list/listTexts";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { type User, userFilters, userName, useUsers } from "./users";

const addressOf = ({ id }: User) => paths.user({ userId: id });

/** List of all users (B 2). */
export function UsersScreen() {
  const { t } = useTranslation("users");
  const query = useListQuery(userFilters);
  const columns = useColumns();
  return (
    <ListScreen
      {...listTexts(t)}
      query={query}
      list={useUsers(query)}
      kind="user"
      filters={
        <CheckFilter
          label={t("activeUsers")}
          checked={query.values.active === "true"}
          onChange={(on) => query.set({ active: on ? "true" : "" })}
        />
      }
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={addressOf}
    />
  );
}

function useColumns(): Column<User>[] {
  const { t } = useTranslation("users");
  return useMemo(() => {
    const types = t("accountTypes", { returnObjects: true });
    const platforms = t("platforms", { returnObjects: true });
    return [
      column.link(["name", "phone_number", "id"], t("columns.name"), 200, userName, addressOf),
      column.phone("phone_number", t("columns.phone"), 230, ({ phone_number }) => phone_number, { grow: 2 }),
      column.text("email", t("columns.email"), 220, ({ email }) => email, { copy: true, below: t("columns.phone") }),
      column.tags("user_accounts", t("columns.accounts"), 220, ({ user_accounts }) => [
        ...new Set(user_accounts.map(({ account_type }) => labelOf(types, account_type) ?? account_type)),
      ]),
      column.personStatus("status", t("columns.status"), 100, ({ status }) => status),
      column.text("platform", t("columns.platform"), 96, ({ platform }) => labelOf(platforms, platform)),
      column.day("verified_at", t("columns.verified"), 110, ({ verified_at }) => verified_at),
    ];
  }, [t]);
}
