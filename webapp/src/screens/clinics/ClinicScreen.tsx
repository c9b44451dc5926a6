import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApiError } from "@/api/errors";
import { NotFound } from "@/app/NotFound";
import { clinicTabs, paths } from "@/app/paths";
import { idOf } from "@/lib/routeIds";
import { DetailScreen } from "@/ui/DetailScreen";
import { FailedScreen } from "@/ui/FailedScreen";
import { PageSkeleton } from "@/ui/PageSkeleton";
import { ClinicTabContent } from "./ClinicTabContent";
import { useClinic } from "./clinics";

export function ClinicScreen() {
  const { t } = useTranslation("clinics");
  const { clinicId, tab = "" } = useParams();
  const id = idOf(clinicId);
  const { data, error, isValidating, mutate } = useClinic(id);
  if (id === null || (error instanceof ApiError && error.status === 404)) return <NotFound />;
  if (error) return <FailedScreen title={t("title")} error={error} busy={isValidating} onRetry={() => void mutate()} />;
  if (!data) return <PageSkeleton />;
  const { clinic } = data;
  return (
    <DetailScreen
      key={id}
      title={t(clinic.is_hospital ? "details.hospital" : "details.clinic")}
      name={clinic.name}
      parent={{ text: t("title"), to: paths.clinics() }}
      tabs={clinicTabs.map((key) => ({
        key,
        text: t(`details.tabs.${key}`),
        to: paths.clinic({ clinicId: id, tab: key }),
      }))}
      tab={tab}
    >
      <ClinicTabContent clinic={clinic} tab={tab} />
    </DetailScreen>
  );
}
