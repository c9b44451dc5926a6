import { type CSSProperties, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { timezone as usual } from "@/api/gen/constants";
import { paths } from "@/app/paths";
import { formatRupees } from "@/lib/format/numbers";
import { useScrollEdges } from "@/lib/hooks/useScrollEdges";
import { formatTime } from "@/lib/time/times";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Message } from "@/ui/feedback/Message";
import { Section } from "@/ui/layout/DetailScreen";
import css from "./DoctorsWeek.module.css";
import { endsNextDay, hoursOf, useDoctorSchedules } from "./schedules";
import { type Block, type DayBlocks, visibleHours, weekOf } from "./week";

/** Week of a doctor at all clinics; discounted schedules look different, and double bookings are marked. */
export function DoctorsWeek({ doctorId }: { doctorId: number }) {
  const { t } = useTranslation("schedules");
  const { data, failure } = useDoctorSchedules(doctorId);
  if (failure) return <ErrorState text={t("week.failed")} {...failure} />;
  if (!data) return null;
  const { schedules } = data.data;
  const days = weekOf(schedules);
  return (
    <Section title={t("week.title")}>
      <div className={css.card}>
        {schedules.length === 0 ? (
          <Message icon="search" text={t("empty")} />
        ) : (
          <Grid days={days} doctorId={doctorId} />
        )}
      </div>
    </Section>
  );
}

/** Number of hours from which only every second one has a label. */
const manyHours = 16;
/** Blocks shorter than this many minutes have no room for text. */
const shortMinutes = 90;

function Grid({ days, doctorId }: { days: readonly DayBlocks[]; doctorId: number }) {
  const { t } = useTranslation("schedules");
  const area = useRef<HTMLElement>(null);
  useScrollEdges(area);
  const { first, last } = visibleHours(days);
  const hours = Array.from({ length: last - first }, (_, index) => first + index);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <section ref={area} className={css.scroll} tabIndex={0} aria-label={t("week.title")}>
      <div className={css.grid} style={{ "--hours": hours.length } as CSSProperties}>
        <div className={css.axis} data-sparse={hours.length >= manyHours || undefined} aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour}>{formatTime(`${String(hour).padStart(2, "0")}:00`).replace(":00", "")}</span>
          ))}
        </div>
        {days.map(({ day, blocks, lanes }) => (
          <div key={day} className={css.day}>
            <h3>{t(`days.${day}`)}</h3>
            <ul className={css.track} style={{ "--lanes": lanes } as CSSProperties}>
              {blocks.map((block) => (
                <Hours
                  key={`${block.schedule.id} ${block.from}`}
                  block={block}
                  first={first}
                  last={last}
                  doctorId={doctorId}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

interface HoursProps {
  block: Block;
  first: number;
  last: number;
  doctorId: number;
}
/**
 * One schedule on one day, with a link to the doctor at that clinic. Short blocks show their full text on hover and
 * focus.
 */
function Hours({ block: { schedule, from, to, lane, isDouble, goesOn }, first, last, doctorId }: HoursProps) {
  const { t } = useTranslation("schedules");
  const { clinic_id, clinic_name, clinic_doctor_id, discounted_fees, outside_hours } = schedule;
  const { start, end, timezone } = hoursOf(schedule);
  const notes = [
    discounted_fees !== null && t("week.discounted", { fees: formatRupees(discounted_fees) }),
    timezone !== usual && timezone,
    isDouble && t("week.double"),
    outside_hours && t("week.outside"),
  ].filter(Boolean);
  const at = { clinicId: clinic_id, clinicDoctorId: clinic_doctor_id };
  const day = endsNextDay({ start, end }) && t(goesOn ? "week.dayBefore" : "nextDay");
  const [begin, finish] = [formatTime(start), formatTime(end)];
  const text = goesOn ? `${begin} ${day} – ${finish}` : [begin, "–", finish, day].filter(Boolean).join(" ");
  return (
    <li
      className={css.block}
      data-kind={discounted_fees === null ? "ordinary" : "discounted"}
      data-doubt={isDouble || outside_hours}
      data-short={to - from < shortMinutes || undefined}
      data-late={from + to > (first + last) * 60}
      style={{ "--before": from / 60 - first, "--after": last - to / 60, "--lane": lane } as CSSProperties}
      title={[clinic_name, text, ...notes].join(" · ")}
    >
      <span className={css.brief} aria-hidden="true">
        {begin.replace(":00", "")}
      </span>
      <Link to={paths.doctor({ doctorId, at, tab: "clinic-doctor" })}>{clinic_name}</Link>
      <span>{text}</span>
      {notes.length > 0 && <span className={css.notes}>{notes.join(" · ")}</span>}
    </li>
  );
}
