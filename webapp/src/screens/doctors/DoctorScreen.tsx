import { type ComponentType, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { hasStatus } from "@/api/errors";
import { NotFound } from "@/app/NotFound";
import { type DoctorAddress, type DoctorTab, doctorTabs, paths } from "@/app/paths";
import { formatNumber } from "@/lib/format/numbers";
import { parseRouteId } from "@/lib/format/routeIds";
import { lastListUrl } from "@/lib/list/listUrls";
import { dayOf, formatDay } from "@/lib/time/dates";
import { usePersonChip } from "@/ui/cells/PersonStatus";
import { StatusTag } from "@/ui/cells/StatusTag";
import { KeyFigures } from "@/ui/display/KeyFigures";
import { DetailScreen } from "@/ui/layout/DetailScreen";
import { ErrorScreen } from "@/ui/layout/ErrorScreen";
import { PageSkeleton, TabSkeleton } from "@/ui/lazy/PageSkeleton";
import { type DoctorProfile, useDoctor, useDoctorClinics } from "./doctors";

/** Properties of a doctor's tab. */
export interface DoctorTabProps {
  doctor: DoctorProfile;
  /** The clinic from which the doctor was opened; both ids or none. */
  at: DoctorAddress["at"];
  /** Name of that clinic once it is loaded. */
  clinic: string | undefined;
  /** All clinics of the doctor, read once for heading and tab. */
  clinics: ReturnType<typeof useDoctorClinics>;
  /** Opened to complete the education. */
  education: boolean;
}
interface Props {
  contents: Record<DoctorTab, ComponentType<DoctorTabProps> & { fetch: () => Promise<unknown> }>;
  /** Target after saving the profile (B-6): the clinic doctor's tab, at the education. */
  education?: boolean;
}

/** One doctor: profile, profile at one clinic, and clinics. */
export function DoctorScreen({ contents, education = false }: Props) {
  const { t } = useTranslation("doctors");
  const chipOf = usePersonChip();
  const { tab: named, ...ids } = useParams();
  const id = parseRouteId(ids.doctorId);
  const tab = (education ? "clinic-doctor" : named) as DoctorTab;
  const at = atOf(ids);
  const { data, error, failure } = useDoctor(at === null ? null : id);
  const clinics = useDoctorClinics(at === null ? null : id);
  const clinic = clinics.data?.data.doctor.clinics.find((candidate) => candidate.id === at?.clinicId)?.name;
  if (id === null || at === null || hasStatus(error, 404)) return <NotFound />;
  const title = t("details.title");
  const parent = at
    ? {
        text: clinic ? t("details.ofNamedClinic", { clinic }) : t("details.ofClinic"),
        to: paths.clinic({ clinicId: at.clinicId, tab: "doctors" }),
      }
    : { text: t("title"), to: lastListUrl(paths.doctors()) };
  if (failure) return <ErrorScreen title={title} parent={parent} {...failure} />;
  if (!data) return <PageSkeleton />;
  const { doctor } = data.data;
  const Content = contents[tab];
  return (
    <DetailScreen
      key={id}
      title={title}
      name={doctor.name}
      where={clinic}
      record={{ kind: "doctor", id }}
      contact={{
        chips: [
          ...(doctor.status ? [chipOf(doctor.status)] : []),
          {
            text: t(doctor.verified ? "statuses.verified" : "statuses.unverified"),
            tone: doctor.verified ? "good" : "neutral",
          },
        ],
        place: clinic && t("details.at", { clinic }),
        phone: doctor.phone_number,
      }}
      parent={parent}
      {...(!at && { steps: { list: paths.doctors(), addressOf: (doctorId) => paths.doctor({ doctorId, tab }) } })}
      summary={<DoctorSummary doctor={doctor} at={at} clinics={clinics} />}
      tabs={doctorTabs
        .filter((key) => at || key !== "clinic-doctor")
        .map((key) => ({
          key,
          text: t(`details.tabs.${key}`),
          to: paths.doctor({ doctorId: id, at, tab: key }),
          near: () => void contents[key].fetch().catch(() => undefined),
        }))}
      tab={tab}
    >
      <Suspense fallback={<TabSkeleton />}>
        <Content doctor={doctor} at={at} clinic={clinic} clinics={clinics} education={education} />
      </Suspense>
    </DetailScreen>
  );
}

/** Key figures of a doctor: what a verification needs, and the clinics. */
function DoctorSummary({ doctor, at, clinics }: Pick<DoctorTabProps, "doctor" | "at" | "clinics">) {
  const { t } = useTranslation("doctors");
  const to = (tab: DoctorTab) => paths.doctor({ doctorId: doctor.id, at, tab });
  const profile = to("basic-details");
  const missing = <StatusTag tone="waiting" text={t("summary.missing")} />;
  const count = clinics.data ? formatNumber(clinics.data.data.doctor.clinics.length) : clinics.error ? "-" : undefined;
  return (
    <KeyFigures
      figures={[
        { text: t("details.tabs.clinics"), to: to("clinics"), value: count },
        { text: t("columns.registration"), to: profile, value: doctor.reg_nbr ?? "", note: !doctor.reg_nbr && missing },
        {
          text: t("summary.certificate"),
          to: profile,
          value: doctor.certificate ? t("summary.added") : "",
          note: !doctor.certificate && missing,
        },
        {
          text: t("summary.verified"),
          to: profile,
          value: doctor.verified_at ? formatDay(dayOf(doctor.verified_at)) : "-",
        },
      ]}
    />
  );
}

/** The clinic of an address; undefined if it is missing or incomplete, null if an id is invalid. */
function atOf({ clinicId, clinicDoctorId }: Partial<Record<string, string>>): DoctorAddress["at"] | null {
  if (clinicDoctorId === undefined) return clinicId === undefined || parseRouteId(clinicId) ? undefined : null;
  const [clinic, clinicDoctor] = [parseRouteId(clinicId), parseRouteId(clinicDoctorId)];
  return clinic && clinicDoctor ? { clinicId: clinic, clinicDoctorId: clinicDoctor } : null;
}
