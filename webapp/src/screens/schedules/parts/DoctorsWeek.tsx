import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { timezone as usual } from "@/api/gen/constants";
import { paths } from "@/app/paths";
import { rupees } from "@/lib/numbers";
import { shownTime } from "@/lib/times";
import { Section } from "@/ui/DetailScreen";
import { FailedPart } from "@/ui/FailedPart";
import { Message } from "@/ui/Message";
import css from "./DoctorsWeek.module.css";
import { endsNextDay, hoursOf, useDoctorSchedules } from "./schedules";
import { type Block, type DayBlocks, hoursSeen, weekOf } from "./week";

/** When the doctor sits where, at all clinics: discounted hours apart, and marked what two clinics want at once. */
export function DoctorsWeek({ doctorId }: { doctorId: number }) {
  const { t } = useTranslation("schedules");
  const { data, error, isValidating, mutate } = useDoctorSchedules(doctorId);
  if (error)
    return <FailedPart text={t("week.failed")} error={error} busy={isValidating} onRetry={() => void mutate()} />;
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

function Grid({ days, doctorId }: { days: readonly DayBlocks[]; doctorId: number }) {
  const { t } = useTranslation("schedules");
  const { first, last } = hoursSeen(days);
  const hours = Array.from({ length: last - first }, (_, index) => first + index);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever scrolls by keyboard has to get in
    <section className={css.scroll} tabIndex={0} aria-label={t("week.title")}>
      <div className={css.grid} style={{ "--hours": hours.length } as CSSProperties}>
        <div className={css.axis} aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour}>{shownTime(`${String(hour).padStart(2, "0")}:00`).replace(":00", "")}</span>
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
/** One schedule on one day; leads to the doctor at that clinic. Short ones show all they say to pointer and focus. */
function Hours({ block: { schedule, from, to, lane, isDouble }, first, last, doctorId }: HoursProps) {
  const { t } = useTranslation("schedules");
  const { clinic_id, clinic_name, clinic_doctor_id, discounted_fees, outside_hours } = schedule;
  const { start, end, timezone } = hoursOf(schedule);
  const notes = [
    discounted_fees !== null && t("week.discounted", { fees: rupees(discounted_fees) }),
    endsNextDay({ start, end }) && t("nextDay"),
    timezone !== usual && timezone,
    isDouble && t("week.double"),
    outside_hours && t("week.outside"),
  ].filter(Boolean);
  const at = { clinicId: clinic_id, clinicDoctorId: clinic_doctor_id };
  const text = `${shownTime(start)} – ${shownTime(end)}`;
  return (
    <li
      className={css.block}
      data-kind={discounted_fees === null ? "ordinary" : "discounted"}
      data-doubt={isDouble || outside_hours}
      data-late={from + to > (first + last) * 60}
      style={{ "--before": from / 60 - first, "--after": last - to / 60, "--lane": lane } as CSSProperties}
      title={[clinic_name, text, ...notes].join(" · ")}
    >
      <Link to={paths.doctor({ doctorId, at, tab: "clinic-doctor" })}>{clinic_name}</Link>
      <span>{text}</span>
      {notes.length > 0 && <span className={css.notes}>{notes.join(" · ")}</span>}
    </li>
  );
}
