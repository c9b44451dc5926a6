import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { components } from "@/api/gen/schema";
import { paths } from "@/app/paths";
import { Section } from "@/ui/layout/DetailScreen";
import { Timeline } from "./shared/Timeline";

export { Timeline };

/** All changes of a clinic, in place of its details. */
export function ClinicTimeline({ clinic: { id } }: { clinic: components["schemas"]["ClinicDetail"] }) {
  const { t } = useTranslation("timeline");
  return (
    <Section title={t("all")} action={<Link to={paths.clinic({ clinicId: id })}>{t("details")}</Link>}>
      <Timeline record={{ kind: "clinic", id }} />
    </Section>
  );
}

export function DoctorTimeline({ doctor: { id } }: { doctor: components["schemas"]["DoctorProfile"] }) {
  return <Timeline record={{ kind: "doctor", id }} />;
}
