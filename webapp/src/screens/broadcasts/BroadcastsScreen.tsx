import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { appTypes } from "@/api/gen/constants";
import { labelOf } from "@/lib/format/labels";
import { formatNumber } from "@/lib/format/numbers";
import { useListQuery } from "@/lib/list/useListQuery";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { Panel, Panels } from "@/ui/layout/DetailScreen";
import { Page } from "@/ui/layout/Page";
import { Tool, Toolbar } from "@/ui/layout/Toolbar";
import { ListSection } from "@/ui/list/ListSection";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { AdoptionDialog } from "./AdoptionDialog";
import { BroadcastReach } from "./BroadcastReach";
import css from "./Broadcasts.module.css";
import { type App, type Broadcast, useBroadcasts } from "./broadcasts";
import { SendBroadcastDialog } from "./SendBroadcastDialog";
import { useSendBroadcast } from "./useSendBroadcast";

/** The two kinds of broadcasts (B 2), the reach of each, and the results of those already sent. */
export function BroadcastsScreen() {
  const { t } = useTranslation("broadcasts");
  const query = useListQuery();
  const list = useBroadcasts(query);
  const [app, setApp] = useState<App | "">("");
  const [asking, setAsking] = useState<"upgrade" | "relogin" | null>(null);
  const [shown, setShown] = useState<Broadcast | null>(null);
  const upgrade = useSendBroadcast(app || null, t("upgrade.sent"), () => setAsking("upgrade"));
  const relogin = useSendBroadcast(null, t("relogin.sent"), () => setAsking("relogin"));
  const columns = useColumns(setShown);
  return (
    <Page title={t("title")} live>
      <Panels even>
        <Panel title={t("upgrade.title")}>
          <p className={`soft ${css.about}`}>{t("upgrade.about")}</p>
          <Toolbar
            label={t("upgrade.title")}
            actions={
              <Tool
                main
                text={t("upgrade.send")}
                busy={upgrade.busy}
                disabled={app === ""}
                onClick={() => setAsking("upgrade")}
              />
            }
          >
            <FilterSelect
              label={t("app")}
              value={app}
              options={[
                { value: "", label: t("choose") },
                ...appTypes.map((value) => ({ value, label: t(`apps.${value}`) })),
              ]}
              onChange={(value) => setApp(appTypes.find((appType) => appType === value) ?? "")}
            />
          </Toolbar>
          {app !== "" && <BroadcastReach app={app} />}
        </Panel>
        <Panel title={t("relogin.title")}>
          <p className={`soft ${css.about}`}>{t("relogin.about")}</p>
          <Toolbar
            actions={<Tool main text={t("relogin.send")} busy={relogin.busy} onClick={() => setAsking("relogin")} />}
          />
        </Panel>
      </Panels>
      <ListSection
        title={t("sent")}
        list={list}
        pages={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ text: t("empty") }}
      />
      {asking === "upgrade" && app !== "" && (
        <SendBroadcastDialog app={app} onYes={() => void upgrade.run()} onClose={() => setAsking(null)} />
      )}
      {asking === "relogin" && (
        <SendBroadcastDialog app={null} onYes={() => void relogin.run()} onClose={() => setAsking(null)} />
      )}
      {shown && <AdoptionDialog broadcast={shown} onClose={() => setShown(null)} />}
    </Page>
  );
}

function useColumns(onShow: (broadcast: Broadcast) => void): Column<Broadcast>[] {
  const { t } = useTranslation("broadcasts");
  const nameOf = useBroadcastName();
  return useMemo(
    () => [
      column.text(["kind", "app_type"], t("columns.what"), 200, nameOf),
      column.moment("sent_at", t("columns.sentAt"), 170, ({ sent_at }) => sent_at),
      column.text(["sent_by", "approved_by"], t("columns.sentBy"), 150, ({ sent_by }) => sent_by, {
        note: ({ approved_by }) => approved_by && t("columns.approvedBy", { name: approved_by }),
      }),
      column.figure("devices", t("columns.devices"), 110, ({ devices }) => formatNumber(devices)),
      column.figure("users", t("columns.users"), 110, ({ users }) => formatNumber(users)),
      column.figure(["seen", "devices"], t("columns.seen"), 150, ({ seen, devices }) => share(seen, devices)),
      column.buttons(t("columns.actions"), 80, (broadcast) => [
        { icon: "shown", label: t("adoption.action", { name: nameOf(broadcast) }), onClick: () => onShow(broadcast) },
      ]),
    ],
    [t, nameOf, onShow],
  );
}

/** 655 (35%) */
const share = (count: number, total: number) =>
  total === 0 ? formatNumber(count) : `${formatNumber(count)} (${Math.floor((100 * count) / total)}%)`;

/** Name of a broadcast: "Web upgrade · Doctor". */
function useBroadcastName() {
  const { t } = useTranslation("broadcasts");
  return useCallback(
    ({ kind, app_type }: { kind: string; app_type: string | null }) => {
      const apps = t("apps", { returnObjects: true });
      const kinds = t("kinds", { returnObjects: true });
      return [labelOf(kinds, kind), labelOf(apps, app_type)].filter(Boolean).join(" · ");
    },
    [t],
  );
}
