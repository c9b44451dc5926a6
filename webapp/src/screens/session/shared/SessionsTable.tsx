import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { useList } from "@/api/hooks";
import { request } from "@/api/mutation";
import { plural } from "@/lib/format/numbers";
import type { Pages } from "@/lib/list/useListQuery";
import { useLocalPage } from "@/lib/list/useLocalPage";
import { useConfirmedAction } from "@/ui/action/useAction";
import { useDelete } from "@/ui/action/useDelete";
import { Tool, Toolbar } from "@/ui/layout/Toolbar";
import { ListCard } from "@/ui/list/ListCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";

type OpenSession = components["schemas"]["OpenSession"];

/** Query for a user's sessions; without an id, one's own. */
const of = (userId: number | undefined) => (userId === undefined ? {} : { user_id: userId });

function useSessions({ page, perpage }: Pages, userId?: number) {
  return useList("/careops/sessions", { query: { page, perpage, ...of(userId) } }, "sessions");
}

function endSessionRequest(id: number) {
  return request.delete("/careops/sessions/{session_id}", { path: { session_id: id } });
}

/** End all sessions of a user, or all but the current one; the answer has the number. */
function endOtherSessionsRequest(userId?: number) {
  return request.delete("/careops/sessions", { query: of(userId) });
}

/** Sessions of a user, or one's own without `userId`. End one, or all others at once. */
export function SessionsTable({ caption, userId }: { caption: string; userId?: number }) {
  const { t } = useTranslation("sessions");
  const pages = useLocalPage(String(userId));
  const list = useSessions(pages, userId);
  const deviceOf = useDevice();
  const deletion = useDelete<OpenSession>({
    title: (session) => t("end.title", { device: deviceOf(session) }),
    ask: t("end.ask"),
    toRequest: ({ id }) => endSessionRequest(id),
    done: t("end.ended"),
    list,
    pages,
  });
  const columns = useColumns(deletion.ask);
  const others = list.total - (list.rows?.some(({ current }) => current) ? 1 : 0);
  const own = userId === undefined;
  const ending = useConfirmedAction({
    title: t(own ? "others.titleOwn" : "others.title"),
    ask: t("end.ask"),
    toRequest: () => endOtherSessionsRequest(userId),
    done: ({ data: { ended } }) => t("others.ended", plural(ended)),
    reload: list.reload,
  });
  return (
    <>
      <Toolbar
        actions={
          others > 0 && <Tool icon="signOut" text={t(own ? "others.own" : "others.all")} onClick={() => ending.ask()} />
        }
      />
      <ListCard
        caption={caption}
        list={list}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ text: t("empty") }}
      />
      {deletion.dialog}
      {ending.dialog}
    </>
  );
}

/** Label of a session: browser and system, if known. */
function useDevice() {
  const { t } = useTranslation("sessions");
  return useCallback(
    ({ browser, system }: OpenSession) => {
      if (browser === "careops") return t("program");
      if (browser && system) return t("device", { browser, system });
      return browser ?? system ?? t("unknown");
    },
    [t],
  );
}

function useColumns(onEnd: (session: OpenSession) => void): Column<OpenSession>[] {
  const { t } = useTranslation("sessions");
  const deviceOf = useDevice();
  return useMemo(
    () => [
      column.text(["browser", "system", "current"], t("columns.device"), 210, deviceOf, {
        note: ({ current }) => (current ? t("this") : null),
      }),
      column.number("ip_address", t("columns.address"), 130, ({ ip_address }) => ip_address),
      column.moment("started_at", t("columns.since"), 180, ({ started_at }) => started_at),
      column.moment("last_used_at", t("columns.used"), 180, ({ last_used_at }) => last_used_at),
      column.buttons(t("columns.actions"), 64, (session) => [
        !session.current && {
          icon: "signOut",
          label: t("end.action", { device: deviceOf(session) }),
          onClick: () => onEnd(session),
        },
      ]),
    ],
    [t, deviceOf, onEnd],
  );
}
