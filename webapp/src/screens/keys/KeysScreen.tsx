import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format/numbers";
import { useListQuery } from "@/lib/list/useListQuery";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { type Key, stateOf, useKeys } from "./keys";

const tones = { active: "good", expired: "neutral", revoked: "bad" } as const;
const logOf = ({ id }: Key) => paths.keyLog({ key: String(id) });

/** API keys with their last use; each opens its requests. Keys are created and revoked in a terminal. */
export function KeysScreen() {
  const { t } = useTranslation("keys");
  const query = useListQuery();
  const list = useKeys(query);
  const columns = useMemo(
    (): Column<Key>[] => [
      column.link("name", t("columns.name"), 170, ({ name }) => name, logOf),
      column.status(["revoked_at", "expires_at"], t("columns.state"), 96, (key) => ({
        text: t(`states.${stateOf(key)}`),
        tone: tones[stateOf(key)],
      })),
      column.tags("scopes", t("columns.scopes"), 190, ({ scopes }) => scopes),
      column.figure("per_minute", t("columns.perMinute"), 120, ({ per_minute }) => formatNumber(per_minute)),
      column.day("expires_at", t("columns.expires"), 108, ({ expires_at }) => expires_at),
      column.moment("last_used_at", t("columns.lastUsed"), 168, ({ last_used_at }) => last_used_at, { wrap: false }),
      column.number("last_used_from", t("columns.usedFrom"), 130, ({ last_used_from }) => last_used_from, {
        below: t("columns.lastUsed"),
      }),
      column.text("created_by", t("columns.createdBy"), 140, ({ created_by }) => created_by, { soft: true }),
    ],
    [t],
  );
  return (
    <ListScreen
      title={t("title")}
      actions={<Link to={paths.keyLog()}>{t("log.all")}</Link>}
      query={query}
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={logOf}
      empty={{ none: t("empty") }}
    />
  );
}
