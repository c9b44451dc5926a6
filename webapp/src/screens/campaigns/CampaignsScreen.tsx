import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { campaignStatus } from "@/api/gen/choices";
import { longPageSizes } from "@/api/gen/constants";
import { aboutFields } from "@/api/lastChange";
import { send } from "@/api/mutation";
import { serverNow } from "@/api/token";
import { paths } from "@/app/paths";
import { copyText } from "@/lib/browser/copyText";
import { labelOf } from "@/lib/format/labels";
import { formatNumber } from "@/lib/format/numbers";
import { webAddress } from "@/lib/format/webAddress";
import { useListQuery } from "@/lib/list/useListQuery";
import { LazyTimelineDrawer } from "@/screens/timeline/shared/lazyTimelineDrawer";
import { useUndo } from "@/ui/action/useUndo";
import { Text } from "@/ui/cells/cells";
import { StatusTag } from "@/ui/cells/StatusTag";
import { SwitchCell } from "@/ui/cells/SwitchCell";
import { ConfirmDialog } from "@/ui/dialog/ConfirmDialog";
import { toast } from "@/ui/feedback/toast";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { CheckFilter } from "@/ui/filters/CheckFilter";
import { IconButton } from "@/ui/icons/IconButton";
import { ChoiceMenu } from "@/ui/input/ChoiceMenu";
import { lazyPart } from "@/ui/lazy/lazyPart";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { CampaignActivity } from "./CampaignActivity";
import css from "./CampaignsScreen.module.css";
import {
  type Campaign,
  type Change,
  campaignFilters,
  changeCampaignRequest,
  findDeactivated,
  isOverdue,
  undoCampaign,
  useCampaigns,
} from "./campaigns";
import { PlatformsDialog } from "./PlatformsDialog";
import { ClinicFilter } from "./shared/ClinicFilter";

const choices = { sizes: longPageSizes };
/** Loads the QR code library with it. */
const PosterDialog = lazyPart(() => import("./PosterDialog"), [], "PosterDialog", "dialog");
/** List of all ad campaigns: state, progress, platforms and leads. */
export function CampaignsScreen() {
  const { t } = useTranslation("campaigns");
  const { t: common } = useTranslation();
  const query = useListQuery(campaignFilters, choices);
  const list = useCampaigns(query);
  const [deactivating, setDeactivating] = useState<Campaign | null>(null);
  const [placing, setPlacing] = useState<Campaign | null>(null);
  const [showing, setShowing] = useState<Campaign | null>(null);
  const [reading, setReading] = useState<Campaign | null>(null);
  const shown = webAddress(showing?.page_url ?? null);
  const { reload } = list;
  const change = useChange(reload);
  const details = useDetails();
  const columns = useColumns(change, setDeactivating, setPlacing, setShowing, setReading);
  return (
    <>
      <ListScreen
        title={t("title")}
        query={query}
        list={list}
        kind="campaign"
        filters={
          <>
            <ClinicFilter query={query} />
            <CheckFilter
              label={t("leftRunning")}
              checked={query.values.ended !== ""}
              onChange={(on) => query.set({ ended: on ? "yes" : "" })}
            />
          </>
        }
        details={details}
        columns={columns}
        rowKey={({ id }) => id}
        failed={t("failed")}
        empty={{ none: t("empty"), noMatch: t("noMatch"), noMatchHint: t("noMatchHint") }}
      />
      {deactivating && (
        <ConfirmDialog
          title={deactivating.campaign_name}
          call="UpdateAdCampaign"
          toRequest={() => changeCampaignRequest(deactivating, { active: false })}
          already={async () => {
            const last = await findDeactivated(deactivating);
            return last && { text: common("already.inactive"), ...last };
          }}
          onYes={() => {
            setDeactivating(null);
            void change(deactivating, { active: false });
          }}
          onNo={() => setDeactivating(null)}
        >
          {t("deactivate")}
        </ConfirmDialog>
      )}
      {showing && shown && <PosterDialog campaign={showing} address={shown} onClose={() => setShowing(null)} />}
      {reading && (
        <LazyTimelineDrawer
          record={{ kind: "campaign", id: reading.id }}
          title={t("timelineOf", { name: reading.campaign_name })}
          onClose={() => setReading(null)}
        />
      )}
      {placing && <PlatformsDialog campaign={placing} onSaved={reload} onClose={() => setPlacing(null)} />}
    </>
  );
}

function useDetails() {
  const { t } = useTranslation("campaigns", { keyPrefix: "pulse" });
  return useMemo(
    () => ({
      label: ({ campaign_name }: Campaign) => t("of", { name: campaign_name }),
      content: ({ id }: Campaign) => <CampaignActivity id={id} />,
    }),
    [t],
  );
}

type Changing = (campaign: Campaign, change: Change) => Promise<void>;

/** Send a change and report the outcome; resolves when the list shows it. */
function useChange(reload: () => Promise<unknown>): Changing {
  const { t } = useTranslation("campaigns");
  const failed = useErrorToast();
  const done = useUndo();
  return useCallback(
    async (campaign, change) => {
      try {
        await send(changeCampaignRequest(campaign, change));
        done(t("updated"), () => undoCampaign(campaign, change), {
          record: campaign.campaign_name,
          trail: { record: `campaign:${campaign.id}`, isAbout: aboutFields(...Object.keys(change)) },
          reload,
        });
      } catch (error) {
        failed(error);
      }
      await reload();
    },
    [reload, t, failed, done],
  );
}

function useColumns(
  change: Changing,
  deactivate: (campaign: Campaign) => void,
  place: (campaign: Campaign) => void,
  show: (campaign: Campaign) => void,
  read: (campaign: Campaign) => void,
): Column<Campaign>[] {
  const { t } = useTranslation("campaigns");
  return useMemo(() => {
    const statuses = t("statuses", { returnObjects: true });
    const names = t("platforms.names", { returnObjects: true });
    return [
      column.text("campaign_name", t("columns.name"), 160, ({ campaign_name }) => campaign_name, {
        grow: 3,
        heading: true,
      }),
      column.link(
        "clinic_name",
        t("columns.clinic"),
        158,
        ({ clinic_name }) => clinic_name,
        ({ clinic_id }) => (clinic_id === null ? undefined : paths.clinic({ clinicId: clinic_id })),
        { below: t("columns.name") },
      ),
      column.custom("campaign_status", t("columns.status"), 136, (campaign) => (
        <ChoiceMenu
          quiet
          label={t("statusOf", { name: campaign.campaign_name })}
          value={campaign.campaign_status ?? ""}
          options={campaignStatus.map((status) => ({ value: status, label: statuses[status] }))}
          onChoose={(status) => change(campaign, { campaign_status: status as (typeof campaignStatus)[number] })}
        />
      )),
      column.custom(
        "active",
        t("columns.active"),
        96,
        (campaign) => <ActiveCell campaign={campaign} change={change} deactivate={deactivate} />,
        { below: t("columns.status") },
      ),
      column.figure(
        "campaign_leads_count",
        t("columns.leads"),
        60,
        ({ campaign_leads_count }) => formatNumber(campaign_leads_count),
        {
          to: ({ id }) => paths.leads(id),
        },
      ),
      column.moment("start_time", t("columns.start"), 150, ({ start_time }) => start_time),
      column.moment("end_time", t("columns.end"), 150, ({ end_time }) => end_time, { below: t("columns.start") }),
      column.phone("user_phone_number", t("columns.user"), 134, ({ user_phone_number }) => user_phone_number, {
        bare: false,
      }),
      column.phone(
        ["contact_phone_number", "contact_country_code"],
        t("columns.contact"),
        130,
        ({ contact_phone_number }) => contact_phone_number,
        {
          code: ({ contact_country_code }) => contact_country_code,
          below: t("columns.user"),
          bare: false,
        },
      ),
      column.custom(
        "page_url",
        t("columns.link"),
        124,
        ({ page_url, campaign_name }) => <PageLink address={page_url} of={campaign_name} />,
        { grow: 1 },
      ),
      column.tags(
        "social_platforms",
        t("columns.platforms"),
        120,
        ({ social_platforms }) => social_platforms.map(({ platform }) => labelOf(names, platform) ?? platform),
        { below: t("columns.link") },
      ),
      column.text("description", t("columns.description"), 88, ({ description }) => description, {
        wrap: false,
        soft: true,
      }),
      column.number("id", t("columns.id"), 52, ({ id }) => String(id), { below: t("columns.description") }),
      column.buttons(t("columns.actions"), 114, (campaign) => {
        const name = campaign.campaign_name;
        return [
          { icon: "history", label: t("timelineOf", { name }), onClick: () => read(campaign) },
          webAddress(campaign.page_url) !== null && {
            icon: "poster",
            label: t("poster.open", { name }),
            onClick: () => show(campaign),
          },
          { icon: "edit", label: t("platforms.edit", { name }), onClick: () => place(campaign) },
        ];
      }),
    ];
  }, [t, change, deactivate, place, show, read]);
}

interface ActiveProps {
  campaign: Campaign;
  change: Changing;
  deactivate: (campaign: Campaign) => void;
}
function ActiveCell({ campaign, change, deactivate }: ActiveProps) {
  const { t } = useTranslation("campaigns");
  return (
    <div className={css.active}>
      <SwitchCell
        label={t("activeOf", { name: campaign.campaign_name })}
        on={campaign.active}
        // Activating asks no question (B-76).
        onSwitch={async (on) => (on ? change(campaign, { active: true }) : deactivate(campaign))}
      />
      {isOverdue(campaign, serverNow().getTime()) && <StatusTag text={t("leftRunning")} tone="waiting" />}
    </div>
  );
}

/** Target address of a campaign with a copy button. Text that is not a web address is shown without a link (B-77). */
function PageLink({ address, of }: { address: string | null; of: string }) {
  const { t } = useTranslation("campaigns");
  const url = webAddress(address);
  if (!url) return <Text value={address} soft />;
  async function copy(text: string) {
    if (await copyText(text)) toast.success(t("copied"));
    else toast.error(t("notCopied", { address: text }));
  }
  return (
    <span className={css.link}>
      <a className={css.address} href={url} target="_blank" rel="noopener noreferrer" title={url}>
        {url.replace(/^https?:\/\//, "")}
      </a>
      <IconButton icon="copy" label={t("copy", { name: of })} onClick={() => void copy(url)} />
    </span>
  );
}
