import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { useListQuery } from "@/lib/list/useListQuery";
import { today } from "@/lib/time/dates";
import { parseRef } from "@/screens/notes/shared/notes";
import { TodayTabs } from "@/screens/today/shared/TodayTabs";
import { useConfirmedAction } from "@/ui/action/useAction";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { Tool } from "@/ui/layout/Toolbar";
import { ListScreen } from "@/ui/list/ListScreen";
import { SelectionBar } from "@/ui/selection/SelectionBar";
import { SelectTable } from "@/ui/selection/SelectTable";
import { useSelection } from "@/ui/selection/useSelection";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { CancelDialog, HandOverDialog } from "./dialogs";
import { FollowUpDialog } from "./shared/FollowUpDialog";
import {
  type FollowUp,
  followUpFilters,
  isOpen,
  readFollowUps,
  refPath,
  reopenFollowUpRequest,
  useFollowUps,
  useRefreshFollowUps,
} from "./shared/followUps";
import { useDone } from "./shared/useDone";

const rowKey = ({ id }: FollowUp) => id;
const nameOf = ({ what }: FollowUp) => what;
const scopes = ["all", "unattended", "super_admin", "billing_admin", "customer_care"] as const;
const states = ["done", "cancelled", "all"] as const;
type Action = "edit" | "cancel";

/** Follow-ups by their due day, with the hand-over of several. */
export function FollowUpsScreen() {
  const { t } = useTranslation("followUps");
  const { t: common } = useTranslation();
  const query = useListQuery(followUpFilters);
  const list = useFollowUps(query);
  const { values } = query;
  const selection = useSelection({
    list,
    rowKey,
    scope: JSON.stringify(values),
    read: (pages) => readFollowUps(values, pages),
  });
  const [open, setOpen] = useState<{ action: Action; followUp: FollowUp } | null>(null);
  const [handing, setHanding] = useState(false);
  const reopening = useConfirmedAction<FollowUp>({
    title: t("reopen.title"),
    ask: nameOf,
    yes: t("reopen.yes"),
    intent: "primary",
    toRequest: reopenFollowUpRequest,
    done: t("reopen.reopened"),
    nameOf,
    reload: useRefreshFollowUps(),
  });
  const columns = useColumns((action, followUp) => setOpen({ action, followUp }), useDone(), reopening.ask);
  const close = () => setOpen(null);
  return (
    <>
      <ListScreen
        title={common("nav.entries.today")}
        documentTitle={t("title")}
        caption={t("title")}
        tabs={<TodayTabs open="followUps" />}
        query={query}
        list={list}
        live
        search={{ label: t("search"), hint: t("searchHint") }}
        filters={
          <>
            <FilterSelect
              label={t("scope.label")}
              value={values.scope}
              options={[
                { value: "", label: t("scope.mine") },
                ...scopes.map((value) => ({
                  value,
                  label:
                    value === "all" || value === "unattended" ? t(`scope.${value}`) : common(`accountTypes.${value}`),
                })),
              ]}
              onChange={(scope) => query.set({ scope })}
            />
            <FilterSelect
              label={t("state.label")}
              value={values.state}
              options={[
                { value: "", label: t("state.open") },
                ...states.map((value) => ({ value, label: t(`state.${value}`) })),
              ]}
              onChange={(state) => query.set({ state })}
            />
          </>
        }
        failed={t("failed")}
        columns={columns}
        rowKey={rowKey}
        table={(table) => <SelectTable {...table} selection={selection} nameOf={nameOf} />}
        empty={{ none: t("empty"), noMatch: t("noMatch") }}
      >
        <SelectionBar selection={selection} total={list.total}>
          <Tool text={t("handOver.action")} onClick={() => setHanding(true)} />
        </SelectionBar>
      </ListScreen>
      {open?.action === "edit" && (
        <FollowUpDialog record={parseRef(open.followUp.record)} followUp={open.followUp} onClose={close} />
      )}
      {open?.action === "cancel" && <CancelDialog followUp={open.followUp} onClose={close} />}
      {reopening.dialog}
      {handing && (
        <HandOverDialog
          count={selection.count}
          rows={() => selection.rows(new AbortController().signal)}
          onDone={selection.clear}
          onClose={() => setHanding(false)}
        />
      )}
    </>
  );
}

function useColumns(
  onAction: (action: Action, followUp: FollowUp) => void,
  onDone: (followUp: FollowUp) => Promise<void>,
  onReopen: (followUp: FollowUp) => void,
): Column<FollowUp>[] {
  const { t } = useTranslation("followUps");
  const { t: common } = useTranslation();
  return useMemo(() => {
    const now = today(serverNow());
    return [
      column.text(["what", "handover_note", "closed_reason"], t("what"), 260, ({ what }) => what, {
        note: ({ handover_note, closed_reason }) => closed_reason ?? handover_note,
      }),
      column.link(
        ["record", "record_name"],
        t("record"),
        170,
        (followUp) => followUp.record_name ?? followUp.record,
        (followUp) => refPath(followUp.record),
      ),
      column.text(
        ["owner_name", "owner_role"],
        t("owner"),
        150,
        ({ owner_name, owner_role }) =>
          owner_name ?? (owner_role ? common(`accountTypes.${owner_role as "super_admin"}`) : null),
      ),
      column.day("due", t("due"), 108, ({ due }) => due),
      column.text("state", t("state.label"), 100, (followUp) =>
        isOpen(followUp) && followUp.due < now ? t("state.overdue") : t(`state.${followUp.state as "open"}`),
      ),
      column.buttons(t("columns.actions"), 124, (followUp) =>
        isOpen(followUp)
          ? [
              {
                icon: "edit",
                label: t("edit.action", { what: followUp.what }),
                onClick: () => onAction("edit", followUp),
              },
              {
                icon: "verify",
                label: t("done.action", { what: followUp.what }),
                onClick: () => void onDone(followUp),
              },
              {
                icon: "close",
                label: t("cancel.action", { what: followUp.what }),
                onClick: () => onAction("cancel", followUp),
              },
            ]
          : [{ icon: "undo", label: t("reopen.action", { what: followUp.what }), onClick: () => onReopen(followUp) }],
      ),
    ];
  }, [t, common, onAction, onDone, onReopen]);
}
