import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { useList, useRefresh } from "@/api/hooks";
import { request } from "@/api/mutation";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import { choiceFilter, useListQuery } from "@/lib/list/useListQuery";
import { refPath } from "@/screens/followUps/shared/followUps";
import { TodayTabs } from "@/screens/today/shared/TodayTabs";
import { todayPath } from "@/screens/today/shared/today";
import { useAction } from "@/ui/action/useAction";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { Tool } from "@/ui/layout/Toolbar";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";

type Mention = components["schemas"]["Mention"];

const filters = { show: choiceFilter("unread", "read") };
const rowKey = ({ note_id }: Mention) => note_id;
const mentionsPath = "/careops/mentions";
/** Mark these mentions as read, or all. */
const readRequest = (note_ids?: number[]) =>
  request.put("/careops/mentions/read", { body: note_ids ? { note_ids } : {} });

/** The notes that mention the user: unread ones first, then the newest. */
export function MentionsScreen() {
  const { t } = useTranslation("notes", { keyPrefix: "mentions" });
  const { t: common } = useTranslation();
  const query = useListQuery(filters);
  const { page, perpage, values } = query;
  const list = useList(
    mentionsPath,
    { query: { page, perpage, ...(values.show && { unread: values.show === "unread" }) } },
    ({ data, total_records }) => ({ rows: data.mentions, total: total_records }),
  );
  const refresh = useRefresh(mentionsPath, todayPath);
  useLiveRefresh("today", list.reload);
  const { run: readOne } = useAction<number>({ toRequest: (noteId) => readRequest([noteId]), reload: refresh });
  const { run: readAll, busy } = useAction({ toRequest: () => readRequest(), done: t("allRead"), reload: refresh });
  const columns = useColumns(readOne);
  return (
    <ListScreen
      title={common("nav.entries.today")}
      documentTitle={t("title")}
      caption={t("title")}
      tabs={<TodayTabs open="mentions" />}
      query={query}
      list={list}
      live
      filters={
        <FilterSelect
          label={t("show")}
          value={values.show}
          options={[
            { value: "", label: t("all") },
            { value: "unread", label: t("unread") },
            { value: "read", label: t("read") },
          ]}
          onChange={(show) => query.set({ show })}
        />
      }
      actions={<Tool text={t("markAllRead")} busy={busy} onClick={() => void readAll()} />}
      failed={t("failed")}
      columns={columns}
      rowKey={rowKey}
      empty={{ none: t("empty"), ...(values.show === "unread" && { noMatch: t("noneUnread") }) }}
    />
  );
}

function useColumns(onRead: (noteId: number) => Promise<void>) {
  const { t } = useTranslation("notes", { keyPrefix: "mentions" });
  const { t: notes } = useTranslation("notes");
  return useMemo(
    () => [
      column.link<Mention>(
        ["record", "record_name"],
        t("record"),
        180,
        ({ record, record_name }) => record_name ?? record,
        ({ record }) => refPath(record),
      ),
      column.text<Mention>("text", notes("text"), 360, ({ text }) => text),
      column.text<Mention>("author_name", t("author"), 150, ({ author_name }) => author_name),
      column.moment<Mention>("created_at", t("time"), 130, ({ created_at }) => created_at),
      column.text<Mention>("read_at", t("status"), 100, ({ read_at }) => t(read_at ? "read" : "unread")),
      column.buttons<Mention>(t("actions"), 96, ({ note_id, record, record_name, read_at }) => [
        !read_at && {
          icon: "chosen",
          label: t("markRead", { record: record_name ?? record }),
          onClick: () => void onRead(note_id),
        },
      ]),
    ],
    [t, notes, onRead],
  );
}
