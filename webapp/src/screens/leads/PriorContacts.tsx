import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "@/app/paths";
import { formatMoment } from "@/lib/time/dates";
import css from "./LeadsScreen.module.css";
import { usePriorContacts } from "./leads";

/** Other campaigns with the same person and, for those who may see users, the user account. */
export function PriorContacts({ leadId }: { leadId: number | null }) {
  const { t } = useTranslation("leads", { keyPrefix: "known" });
  const contacts = usePriorContacts(leadId);
  if (!contacts || (contacts.leads.length === 0 && contacts.user_id === null)) return null;
  return (
    <ul className={css.known} aria-label={t("title")}>
      {contacts.leads.map(({ ad_campaign_id: id, campaign_name, clinic_name, created_at }) => (
        <li key={id}>
          <Link to={paths.leads(id)}>{campaign_name || `#${id}`}</Link>
          <span className="soft">{[clinic_name, formatMoment(created_at)].filter(Boolean).join(" · ")}</span>
        </li>
      ))}
      {contacts.user_id !== null && (
        <li>
          <Link to={paths.user({ userId: contacts.user_id })}>{t("user")}</Link>
        </li>
      )}
    </ul>
  );
}
