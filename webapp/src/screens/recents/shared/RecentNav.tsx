import { use } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Icon } from "@/ui/icons/Icon";
import css from "./Recents.module.css";
import { type Lead, RecentsContext, supportedRecents } from "./recents";

/** Maximum number of unpinned records in the side navigation; Ctrl+K shows the rest. */
const mostBeside = 5;

/** Pinned and recently opened records below the screens. */
export function RecentNav() {
  const { t } = useTranslation();
  const { all } = use(RecentsContext);
  const leads = supportedRecents(all);
  const groups = [
    { title: t("recents.pins"), leads: leads.filter(({ pinned }) => pinned) },
    { title: t("recents.title"), leads: leads.filter(({ pinned }) => !pinned).slice(0, mostBeside) },
  ].filter((group) => group.leads.length > 0);
  if (groups.length === 0) return null;
  return (
    <nav aria-label={t("recents.label")} className={css.nav}>
      {groups.map((group) => (
        <section key={group.title}>
          <h2 className={css.group}>{group.title}</h2>
          <ul>
            {group.leads.map((lead) => (
              <li key={lead.to}>
                <RecentLink lead={lead} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function RecentLink({ lead: { to, icon, name, note } }: { lead: Lead }) {
  const { pathname } = useLocation();
  const record = to.slice(0, to.lastIndexOf("/") + 1);
  const isCurrent = pathname === to || (record.split("/").length > 3 && pathname.startsWith(record));
  return (
    <Link
      to={to}
      className={css.item}
      title={note ? `${name} · ${note}` : name}
      aria-current={isCurrent ? "page" : undefined}
    >
      <Icon name={icon} size={14} />
      <span className="one-line">{name}</span>
    </Link>
  );
}
