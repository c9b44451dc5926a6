import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { alarmKind } from "@/api/gen/choices";
import type { components } from "@/api/gen/schema";
import { usePolledRecord, useRefresh } from "@/api/hooks";
import { useRealtime } from "@/api/realtime";
import { formatMoment } from "@/lib/time/dates";
import { Icon } from "@/ui/icons/Icon";
import { IconButton } from "@/ui/icons/IconButton";
import css from "./Alarms.module.css";

type Alarm = components["schemas"]["Alarm"];

/**
 * Alerts about the installation for super admins, above every screen. A hidden alert stays hidden until its content
 * changes or the console reloads.
 */
export function Alarms() {
  const { t } = useTranslation("alarms");
  const [hidden, setHidden] = useState("");
  const { data } = usePolledRecord("/careops/alarms", {}, (reply) => Array.isArray(reply.data));
  const refresh = useRefresh("/careops/alarms");
  useRealtime("admin", ({ event }) => {
    if (event === "change_request_bypassed") void refresh();
  });
  const alarms = data?.data ?? [];
  const fingerprint = JSON.stringify(alarms);
  if (!alarms.length || hidden === fingerprint) return null;

  function sentence({ kind, at, who, number }: Alarm) {
    const knownKind = alarmKind.find((value) => value === kind);
    const values = { at: at ? formatMoment(at) : "", who: who ?? "", number: (number ?? 0).toLocaleString("en-IN") };
    return knownKind ? t(`kinds.${knownKind}`, values) : kind;
  }
  return (
    <section className={css.banner} aria-label={t("label")}>
      <span className={css.icon}>
        <Icon name="warning" />
      </span>
      <ul>
        {alarms.map((alarm) => (
          <li key={`${alarm.kind} ${alarm.at} ${alarm.who}`}>
            {sentence(alarm)}{" "}
            {alarm.kind === "request_bypassed" && (
              <Link to={`/change-requests/${alarm.number}`}>{t("openRequest")}</Link>
            )}
          </li>
        ))}
      </ul>
      <IconButton icon="close" label={t("hide")} onClick={() => setHidden(fingerprint)} />
    </section>
  );
}
