import { useTranslation } from "react-i18next";
import { Section } from "@/ui/layout/DetailScreen";
import { SessionsTable } from "./SessionsTable";

/** Sessions of a user, for super admins. */
export function SessionsSection({ userId }: { userId: number }) {
  const { t } = useTranslation("sessions");
  return (
    <Section title={t("title")}>
      <SessionsTable caption={t("title")} userId={userId} />
    </Section>
  );
}
