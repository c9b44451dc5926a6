import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useList } from "@/api/hooks";
import { serverNow } from "@/api/token";
import { useLiveRecords } from "@/api/useLiveRecords";
import { paths } from "@/app/paths";
import { plural } from "@/lib/format/numbers";
import { daysSince, formatDay, today } from "@/lib/time/dates";
import type { ShownRecord } from "@/ui/context/recordContext";
import { Icon } from "@/ui/icons/Icon";
import { RowVerb } from "@/ui/input/RowVerb";
import type { FollowUp } from "./followUps";
import css from "./OpenFollowUps.module.css";
import { useDone } from "./useDone";

const shown = 3;

/** Open follow-ups of the record on screen, oldest first, with Done. Renders nothing if there are none. */
export function OpenFollowUps({ record: { kind, id } }: { record: ShownRecord }) {
  const { t } = useTranslation("followUps", { keyPrefix: "strip" });
  const query = { record: `${kind}:${id}`, perpage: shown };
  const {
    rows = [],
    total,
    reload,
  } = useList("/careops/follow_ups", { query }, ({ data, total_records }) => ({
    rows: data.follow_ups,
    total: total_records,
  }));
  useLiveRecords("follow_up", undefined, reload);
  if (rows.length === 0) return null;
  return (
    <section aria-label={t("title")} className={css.strip}>
      <ul>
        {rows.map((followUp) => (
          <Row key={followUp.id} followUp={followUp} />
        ))}
      </ul>
      {total > rows.length && <Link to={paths.followUps()}>{t("more", plural(total - rows.length))}</Link>}
    </section>
  );
}

function Row({ followUp }: { followUp: FollowUp }) {
  const { t } = useTranslation("followUps");
  const { t: common } = useTranslation();
  const done = useDone();
  const { what, due, owner_name, owner_role } = followUp;
  const late = daysSince(due, today(serverNow()));
  return (
    <li>
      <Icon name="followUps" />
      <span className={css.what}>{what}</span>
      <span className={late > 0 ? "late" : "soft"}>
        {late > 0 ? t("strip.late", plural(late)) : t("strip.due", { day: formatDay(due) })}
      </span>
      <span className="soft">
        {owner_name ?? (owner_role && common(`accountTypes.${owner_role as "super_admin"}`))}
      </span>
      <RowVerb
        icon="chosen"
        text={t("state.done")}
        label={t("done.action", { what })}
        onClick={() => void done(followUp)}
      />
    </li>
  );
}
