import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber, plural } from "@/lib/format/numbers";
import { formatDay } from "@/lib/time/dates";
import { BarList } from "@/ui/display/Stats";
import { ErrorState } from "@/ui/feedback/ErrorState";
import css from "./CampaignActivity.module.css";
import { useCampaignActivity } from "./campaigns";

/** Recent leads of a campaign, by day and by source. */
export function CampaignActivity({ id }: { id: number }) {
  const { t } = useTranslation("campaigns", { keyPrefix: "pulse" });
  const { t: texts } = useTranslation();
  const { data, failure } = useCampaignActivity(id);
  if (failure) return <ErrorState text={texts("requestFailed")} {...failure} />;
  const pulse = data?.data;
  if (!pulse) return <p className={css.waiting} aria-busy="true" />;
  if (pulse.sources.length === 0) return <p className="soft">{t("none")}</p>;
  const most = Math.max(1, ...pulse.days.map(({ leads }) => leads));
  const [first, last] = [pulse.days[0], pulse.days.at(-1)];
  return (
    <div className={css.pulse}>
      <section>
        <h2>{t("days")}</h2>
        <ol className={css.days}>
          {pulse.days.map(({ day, leads }) => (
            <li
              key={day}
              title={`${formatDay(day)} · ${formatNumber(leads)}`}
              style={{ "--share": leads / most } as CSSProperties}
            >
              <span className="hidden">{t("day", { day: formatDay(day), ...plural(leads) })}</span>
            </li>
          ))}
        </ol>
        <p className={css.ends} aria-hidden="true">
          <span>{first && formatDay(first.day)}</span>
          <span>{t("most", { formatted: formatNumber(most) })}</span>
          <span>{last && formatDay(last.day)}</span>
        </p>
      </section>
      <section>
        <h2>{t("sources")}</h2>
        <BarList items={pulse.sources.map(({ source, leads }) => ({ name: source ?? t("unknown"), count: leads }))} />
      </section>
    </div>
  );
}
