import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { hasStatus } from "@/api/errors";
import { longPageSizes } from "@/api/gen/constants";
import { serverNow } from "@/api/token";
import { paths } from "@/app/paths";
import { formatPhone } from "@/lib/format/phone";
import { parseRouteId } from "@/lib/format/routeIds";
import { areReversed } from "@/lib/list/dayFilters";
import { useListQuery } from "@/lib/list/useListQuery";
import { today } from "@/lib/time/dates";
import { ClinicFilter } from "@/screens/campaigns/shared/ClinicFilter";
import { Detail } from "@/ui/cells/cells";
import { Message } from "@/ui/feedback/Message";
import { DateRange } from "@/ui/filters/DateRange";
import { Page } from "@/ui/layout/Page";
import { Tool } from "@/ui/layout/Toolbar";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { ExportButton } from "./ExportButton";
import css from "./LeadsScreen.module.css";
import { type Lead, type LeadQuery, leadFilters, useCampaign, useLeads } from "./leads";
import { PriorContacts } from "./PriorContacts";
import { UploadLeads } from "./UploadLeads";

const choices = { sizes: longPageSizes };

/** All leads, or those of the campaign in the address (B-10). */
export function LeadsScreen() {
  const { t } = useTranslation("leads");
  const [params] = useSearchParams();
  const clid = params.get("clid");
  const campaignId = parseRouteId(clid);
  const campaign = useCampaign(campaignId);
  const { error } = campaign;
  if ((clid !== null && campaignId === null) || hasStatus(error, 404)) return <UnknownCampaign />;
  const name = campaign.data?.data.campaign.campaign_name;
  // The key resets the screen when the campaign changes.
  return <Leads key={clid} campaignId={campaignId} title={name ? t("titleOf", { name }) : t("title")} />;
}

function UnknownCampaign() {
  const { t } = useTranslation("leads");
  return (
    <Page title={t("title")}>
      <Message icon="search" text={t("unknown")}>
        <Link to={paths.leads()}>{t("all")}</Link>
      </Message>
    </Page>
  );
}

function Leads({ campaignId, title }: { campaignId: number | null; title: string }) {
  const { t } = useTranslation("leads");
  const query = useListQuery(leadFilters, choices);
  const { values, set, cleared } = query;
  const isReversed = areReversed(values.start, values.end);
  const leads = useLeads(query, campaignId, isReversed);
  const list = isReversed ? { ...leads, rows: [], total: 0, loading: false } : leads;
  const [uploading, setUploading] = useState(false);
  const navigate = useNavigate();
  // Show the new leads: those of the clinic, newest first.
  const show = (clinic: string, clinic_name: string) =>
    void navigate(`${paths.leads()}?${new URLSearchParams({ clinic, clinic_name })}`);
  const columns = useColumns(campaignId);
  const details = useDetails();
  return (
    <>
      <ListScreen
        title={title}
        actions={
          <>
            <Tool
              icon="history"
              text={t("uploads.title")}
              onClick={() => void navigate(paths.leadUploads(clinicOf(values)))}
            />
            <ExportButton query={query} campaignId={campaignId} disabled={isReversed} />
            <Tool main icon="upload" text={t("upload.action")} onClick={() => setUploading(true)} />
          </>
        }
        query={query}
        list={list}
        search={{ label: t("search"), hint: t("searchHint") }}
        filters={
          <>
            {/* All leads of a campaign belong to its clinic. */}
            {campaignId === null && <ClinicFilter query={query} />}
            <DateRange
              key={cleared}
              max={today(serverNow())}
              start={{
                label: t("filters.start"),
                value: values.start,
                wrong: isReversed ? t("filters.reversed") : null,
              }}
              end={{ label: t("filters.end"), value: values.end }}
              onChange={set}
            />
          </>
        }
        columns={columns}
        rowKey={(lead) => lead.id ?? `${lead.phone_number} ${lead.email} ${lead.created_at}`}
        details={details}
        failed={t("failed")}
        empty={{
          none: t(campaignId === null ? "empty" : "emptyOf"),
          noMatch: t("noMatch"),
          noMatchHint: t("noMatchHint"),
        }}
      />
      {uploading && (
        <UploadLeads
          clinic={values.clinic}
          clinicName={values.clinic_name}
          onUploaded={show}
          onClose={() => setUploading(false)}
        />
      )}
    </>
  );
}

const clinicOf = ({ clinic, clinic_name }: LeadQuery["values"]) =>
  clinic ? { id: clinic, name: clinic_name } : undefined;

function useColumns(campaignId: number | null): Column<Lead>[] {
  const { t } = useTranslation("leads");
  return useMemo(
    () => [
      column.text("first_name", t("columns.first"), 150, ({ first_name }) => first_name, { heading: true, grow: 2 }),
      column.text("last_name", t("columns.last"), 110, ({ last_name }) => last_name, { below: t("columns.first") }),
      column.phone("phone_number", t("columns.phone"), 196, ({ phone_number }) => phone_number, { grow: 1 }),
      column.text("email", t("columns.email"), 180, ({ email }) => email, { below: t("columns.phone") }),
      column.link(
        "campaign_name",
        t("columns.campaign"),
        200,
        ({ campaign_name }) => campaign_name,
        ({ ad_campaign_id: id }) => (id === null || id === campaignId ? undefined : paths.leads(id)),
      ),
      column.link(
        "clinic_name",
        t("columns.clinic"),
        150,
        ({ clinic_name }) => clinic_name,
        ({ clinic_id: id }) => (id === null ? undefined : paths.clinic({ clinicId: id })),
        { below: t("columns.campaign") },
      ),
      column.moment("created_at", t("columns.came"), 104, ({ created_at }) => created_at),
      column.moment("campaign_start_time", t("columns.start"), 160, ({ campaign_start_time }) => campaign_start_time),
      column.moment("campaign_end_time", t("columns.end"), 150, ({ campaign_end_time }) => campaign_end_time, {
        below: t("columns.start"),
      }),
      column.text("utm_details.utm_source", t("columns.source"), 96, ({ utm_details }) => utm_details?.utm_source),
    ],
    [t, campaignId],
  );
}

function useDetails() {
  const { t } = useTranslation("leads");
  return useMemo(
    () => ({
      label: ({ first_name, last_name, phone_number }: Lead) =>
        t("utm.of", {
          name: [first_name, last_name].filter(Boolean).join(" ") || formatPhone(null, phone_number) || "-",
        }),
      content: (lead: Lead) => (
        <>
          <Utm lead={lead} />
          <PriorContacts leadId={lead.id} />
        </>
      ),
    }),
    [t],
  );
}

/** UTM details as names and values. */
function Utm({ lead: { utm_details } }: { lead: Lead }) {
  const { t } = useTranslation("leads");
  const utmEntries = Object.entries(utm_details ?? {});
  if (utmEntries.length === 0) return <p className="soft">{t("utm.none")}</p>;
  return (
    <dl className={css.utm} aria-label={t("utm.title")}>
      {utmEntries.map(([name, value]) => (
        <Detail key={name} name={name}>
          {value}
        </Detail>
      ))}
    </dl>
  );
}
