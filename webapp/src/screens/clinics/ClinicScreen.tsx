import { type ComponentType, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { hasStatus } from "@/api/errors";
import { NotFound } from "@/app/NotFound";
import { type ClinicTab, clinicTabs, paths } from "@/app/paths";
import { parseRouteId } from "@/lib/format/routeIds";
import { lastListUrl } from "@/lib/list/listUrls";
import { DetailScreen } from "@/ui/layout/DetailScreen";
import { ErrorScreen } from "@/ui/layout/ErrorScreen";
import { lazyPart } from "@/ui/lazy/lazyPart";
import { PageSkeleton, TabSkeleton } from "@/ui/lazy/PageSkeleton";
import { ClinicSummary } from "./ClinicSummary";
import { type ClinicDetail, type ClinicFigures, useClinic, useClinicFigures, useReloadClinics } from "./clinics";

const ModuleActions = lazyPart(
  () => import("@/screens/modules/shared/ModuleActions"),
  ["modules"],
  "ModuleActions",
  "optional",
);

interface Props {
  /** Content of each tab. Most belong to other areas. */
  contents: Record<ClinicTab, ComponentType<{ clinic: ClinicDetail }> & { fetch: () => Promise<unknown> }>;
}

export function ClinicScreen({ contents }: Props) {
  const { t } = useTranslation("clinics");
  const { clinicId, tab = "" } = useParams();
  const id = parseRouteId(clinicId);
  const { data, error, failure } = useClinic(id);
  const figures = useClinicFigures(id);
  const reloadClinics = useReloadClinics();
  if (id === null || hasStatus(error, 404)) return <NotFound />;
  const parent = { text: t("title"), to: lastListUrl(paths.clinics()) };
  if (failure) return <ErrorScreen title={t("title")} parent={parent} {...failure} />;
  if (!data) return <PageSkeleton />;
  const { clinic } = data;
  const Content = contents[tab as ClinicTab];
  const hospitalChips = [
    { text: t("hospital"), tone: "neutral" as const },
    // A hospital without modules has IPD off, too, without need for attention.
    ...(clinic.ipd_enabled || clinic.clinic_spec_modules.length === 0
      ? []
      : [{ text: t("ipdOff"), tone: "waiting" as const }]),
  ];
  return (
    <DetailScreen
      key={id}
      title={t(clinic.is_hospital ? "details.hospital" : "details.clinic")}
      name={clinic.name}
      record={{ kind: "clinic", id }}
      contact={{
        chips: clinic.is_hospital ? hospitalChips : [],
        place: clinic.location?.city,
        phone: clinic.phone_number,
        email: clinic.email,
      }}
      parent={parent}
      steps={{ list: paths.clinics(), addressOf: (clinicId) => paths.clinic({ clinicId, tab: tab as ClinicTab }) }}
      summary={
        <>
          <ClinicSummary clinic={clinic} figures={figures} />
          <ModuleActions clinic={clinic} onSwitched={reloadClinics} />
        </>
      }
      tabs={clinicTabs.map((key) => ({
        key,
        text: t(`details.tabs.${key}`),
        to: paths.clinic({ clinicId: id, tab: key }),
        count: figures && countOf(figures, key),
        near: () => void contents[key].fetch().catch(() => undefined),
      }))}
      tab={tab === "timeline" ? "basic-details" : tab}
    >
      <Suspense fallback={<TabSkeleton />}>
        <Content clinic={clinic} />
      </Suspense>
    </DetailScreen>
  );
}

function countOf({ doctors, staff, locations, admins, payments }: ClinicFigures, tab: ClinicTab) {
  const counts: Partial<Record<ClinicTab, number | null | undefined>> = { doctors, staff, locations, admins };
  return tab === "payments" ? payments?.total : counts[tab];
}
