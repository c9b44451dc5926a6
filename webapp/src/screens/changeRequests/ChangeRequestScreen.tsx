import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { hasStatus } from "@/api/errors";
import { useList } from "@/api/hooks";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import { useSession } from "@/api/useSession";
import { NotFound } from "@/app/NotFound";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format/numbers";
import { parseRouteId } from "@/lib/format/routeIds";
import { lastListUrl } from "@/lib/list/listUrls";
import { NoteComposer } from "@/screens/notes/shared/NoteComposer";
import { NoteEntry } from "@/screens/notes/shared/NoteEntry";
import { StatusTag } from "@/ui/cells/StatusTag";
import { Breadcrumb } from "@/ui/layout/Breadcrumb";
import { Panel } from "@/ui/layout/DetailScreen";
import { ErrorScreen } from "@/ui/layout/ErrorScreen";
import { Page } from "@/ui/layout/Page";
import { Tool } from "@/ui/layout/Toolbar";
import { PageSkeleton } from "@/ui/lazy/PageSkeleton";
import css from "./ChangeRequestScreen.module.css";
import { Difference } from "./Difference";
import { NextStep } from "./NextStep";
import { Plan } from "./Plan";
import { Reviews } from "./Reviews";
import { waitsFor } from "./requestActions";
import { type ChangeRequestDetail, useChangeRequest, useReadNews } from "./shared/changeRequests";
import { Targets } from "./Targets";
import { useStatus } from "./useStatus";

/** One change request with its changes, reviews, outcomes and actions. */
export function ChangeRequestScreen() {
  const { t } = useTranslation("changeRequests");
  const statusOf = useStatus();
  const session = useSession();
  const id = parseRouteId(useParams().requestId);
  const { data, error, failure } = useChangeRequest(id);
  useReadNews(data?.data);
  if (id === null || hasStatus(error, 404)) return <NotFound />;
  const parent = { text: t("title"), to: lastListUrl(paths.changeRequests()) };
  const title = t("one", { id });
  // A failed reload keeps the page, because the next event or poll repeats it.
  if (failure && !data) return <ErrorScreen title={title} parent={parent} {...failure} />;
  if (!data) return <PageSkeleton />;
  const detail = data.data;
  const { request } = detail;
  return (
    <Page
      key={id}
      title={request.title}
      documentTitle={`${request.title} · ${title}`}
      above={<Breadcrumb parent={parent} name={title} />}
      count={
        <span className={css.tags}>
          <StatusTag {...statusOf(request.status)} />
          {session && waitsFor(detail, session.user.id) && <StatusTag text={t("filters.waits_for_me")} tone="good" />}
        </span>
      }
      live
    >
      <RevisedNotice detail={detail} />
      <NextStep detail={detail} />
      <div className={css.columns}>
        <div>
          <Targets detail={detail} />
        </div>
        <div className={css.side}>
          <Panel title={t("reviews.title")}>
            <Reviews detail={detail} />
          </Panel>
          <Difference request={request} />
          <Panel title={t("facts.title")}>
            <Plan detail={detail} />
          </Panel>
          <Notes requestId={request.id} />
        </div>
      </div>
    </Page>
  );
}

/** Says that the page shows another revision than the one that the user began to read. */
function RevisedNotice({ detail: { request } }: { detail: ChangeRequestDetail }) {
  const { t } = useTranslation("changeRequests");
  const [read, setRead] = useState(request.revision);
  const me = useSession()?.user.id;
  // The author of a request is who revised it last.
  const isRevised = request.revision > read && request.author_id !== me;
  return (
    <div role="status" className={css.notice} data-shown={isRevised || undefined}>
      {isRevised && (
        <>
          <p>{t("revisedNow.text", { number: formatNumber(request.revision) })}</p>
          <Tool text={t("revisedNow.close")} onClick={() => setRead(request.revision)} />
        </>
      )}
    </div>
  );
}

const shown = 50;

/** Comments of colleagues on a request, newest first. */
function Notes({ requestId }: { requestId: number }) {
  const { t } = useTranslation("changeRequests");
  const record = { kind: "change_request", id: requestId } as const;
  const { rows = [], reload } = useList(
    "/careops/notes",
    { query: { record: `change_request:${requestId}`, perpage: shown } },
    "notes",
  );
  useLiveRefresh("notes", reload);
  return (
    <Panel title={t("notes")}>
      <NoteComposer record={record} />
      <div className={css.notes}>
        {rows.map((note) => (
          <NoteEntry key={note.id} note={note} onChanged={reload} />
        ))}
      </div>
    </Panel>
  );
}
