import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { hasStatus } from "@/api/errors";
import { useSession } from "@/api/useSession";
import { NotFound } from "@/app/NotFound";
import { paths } from "@/app/paths";
import { lastListUrl } from "@/lib/listUrls";
import { formatNumber } from "@/lib/numbers";
import { parseRouteId } from "@/lib/routeIds";
import { Breadcrumb } from "@/ui/Breadcrumb";
import { Panel, Panels } from "@/ui/DetailScreen";
import { ErrorScreen } from "@/ui/ErrorScreen";
import { Page } from "@/ui/Page";
import { PageSkeleton } from "@/ui/PageSkeleton";
import { Tool } from "@/ui/Toolbar";
import { Actions } from "./Actions";
import css from "./ChangeRequestScreen.module.css";
import { Facts } from "./Facts";
import { Obstacles } from "./Obstacles";
import { Progress } from "./Progress";
import { Reviews } from "./Reviews";
import { type ChangeRequestDetail, useChangeRequest, useReadNews } from "./shared/changeRequests";
import { Groups } from "./shared/Groups";
import { Targets } from "./Targets";

/** One change request with its changes, reviews, outcomes and actions. */
export function ChangeRequestScreen() {
  const { t } = useTranslation("changeRequests");
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
  return (
    <Page
      key={id}
      title={detail.request.title}
      documentTitle={`${detail.request.title} · ${title}`}
      above={<Breadcrumb parent={parent} name={title} />}
      actions={<Actions detail={detail} />}
      live
    >
      <RevisedNotice detail={detail} />
      <Obstacles detail={detail} />
      <Panels>
        <Panel title={t("facts.title")}>
          <Facts detail={detail} />
        </Panel>
        <Panel title={t("reviews.title")}>
          <Reviews detail={detail} />
        </Panel>
        <Progress request={detail.request} />
        <Panel title={t("groups.title")} wide>
          <Groups key={detail.request.digest} groups={detail.groups} more={detail.more_groups} />
        </Panel>
      </Panels>
      <Targets request={detail.request} />
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
