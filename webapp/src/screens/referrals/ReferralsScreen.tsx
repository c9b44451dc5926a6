import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber, plural } from "@/lib/format/numbers";
import { useListQuery } from "@/lib/list/useListQuery";
import { LazyTimelineDrawer } from "@/screens/timeline/shared/lazyTimelineDrawer";
import { PhoneNumber } from "@/ui/cells/PhoneNumber";
import { CheckFilter } from "@/ui/filters/CheckFilter";
import { IconButton } from "@/ui/icons/IconButton";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { NotesDialog } from "./NotesDialog";
import css from "./ReferralsScreen.module.css";
import { bookingAddress, notesOf, type Referral, referralFilters, useReferrals } from "./referrals";
import { useLiveReferrals } from "./useLiveReferrals";

/** Referrals, updated live. */
export function ReferralsScreen() {
  const { t } = useTranslation("referrals");
  const query = useListQuery(referralFilters);
  const list = useReferrals(query);
  const live = useLiveReferrals(list, query);
  const [opened, setReading] = useState<Referral | null>(null);
  // An update of the referral also updates the open dialog.
  const reading = opened && (list.rows?.find(({ id }) => id === opened.id) ?? opened);
  const [followed, setFollowed] = useState<Referral | null>(null);
  const columns = useColumns(setReading, setFollowed);
  const title = t("title");
  return (
    <>
      <ListScreen
        title={title}
        documentTitle={live.unseen ? `(${formatNumber(live.unseen)}) ${title}` : title}
        actions={
          live.elsewhere > 0 && (
            <button type="button" className={css.news} onClick={() => query.goTo(1)}>
              {t("news", plural(live.elsewhere))}
            </button>
          )
        }
        live
        query={query}
        list={list}
        search={{ label: t("search"), hint: t("searchHint") }}
        filters={
          <CheckFilter
            label={t("waiting")}
            checked={query.values.waiting !== ""}
            onChange={(on) => query.set({ waiting: on ? "yes" : "" })}
          />
        }
        columns={columns}
        rowKey={({ id }) => id}
        marked={live.marked}
        failed={t("failed")}
        empty={{ none: t("empty"), noMatch: t("noMatch"), noMatchHint: t("noMatchHint") }}
      />
      <p role="status" className="hidden">
        {live.announced > 0 && t("told", plural(live.announced))}
      </p>
      {reading && <NotesDialog referral={reading} onClose={() => setReading(null)} />}
      {followed && (
        <LazyTimelineDrawer
          record={{ kind: "referral", id: followed.id }}
          title={t("timelineOf", { id: followed.unique_id })}
          onClose={() => setFollowed(null)}
        />
      )}
    </>
  );
}

type Open = (referral: Referral) => void;

function useColumns(read: Open, follow: Open): Column<Referral>[] {
  const { t } = useTranslation("referrals");
  return useMemo(() => {
    /** Columns of the doctor who refers, or to whom. */
    const doctorColumns = (side: "by" | "to"): Column<Referral>[] => {
      const doctor = `referred_${side}_doctor` as const;
      return [
        column.text(
          [`${doctor}.name`, `${doctor}.speciality`],
          t(`columns.${side}`),
          216,
          (referral) => referral[doctor]?.name,
          { note: (referral) => referral[doctor]?.speciality },
        ),
        column.custom(
          `${doctor}.phone_number`,
          t(`columns.${side}Phone`),
          136,
          ({ [doctor]: contact }) => <PhoneNumber code={contact?.country_code} number={contact?.phone_number} call />,
          { below: t(`columns.${side}`) },
        ),
      ];
    };
    return [
      column.number("unique_id", t("columns.id"), 124, ({ unique_id }) => unique_id),
      ...doctorColumns("by"),
      ...doctorColumns("to"),
      column.figure("appointment_count", t("columns.appointments"), 120, ({ appointment_count }) =>
        formatNumber(appointment_count),
      ),
      column.actions(
        t("columns.actions"),
        180,
        (referral) => <Actions referral={referral} read={read} follow={follow} />,
        { align: "end" },
      ),
    ];
  }, [t, read, follow]);
}

function Actions({ referral, read, follow }: { referral: Referral; read: Open; follow: Open }) {
  const { t } = useTranslation("referrals");
  const { to, outside } = bookingAddress(referral);
  const named = t("queueOne", { id: referral.unique_id });
  return (
    <>
      <IconButton icon="history" label={t("timelineOf", { id: referral.unique_id })} onClick={() => follow(referral)} />
      {notesOf(referral).length > 0 && (
        <IconButton icon="notes" label={t("notes.of", { id: referral.unique_id })} onClick={() => read(referral)} />
      )}
      {outside ? (
        <a href={to} target="_blank" rel="noopener noreferrer" aria-label={named} className={css.queue}>
          {t("queue")}
        </a>
      ) : (
        <Link to={to} aria-label={named} className={css.queue}>
          {t("queue")}
        </Link>
      )}
    </>
  );
}
