import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { isSilent } from "@/api/errors";
import { scheduleHighlightMs } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { shownTime } from "@/lib/times";
import { useOnce } from "@/lib/useOnce";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { column } from "@/ui/columns";
import type { Column } from "@/ui/DataTable";
import { Section } from "@/ui/DetailScreen";
import { IconButton } from "@/ui/IconButton";
import { notify } from "@/ui/notify";
import { TableCard } from "@/ui/TableCard";
import { useFailureNotice } from "@/ui/useFailureNotice";
import { ScheduleForm } from "./ScheduleForm";
import { deleteSchedule, endsNextDay, hoursOf, type Place, type Schedule, useReloadSchedules } from "./schedules";
import css from "./schedules.module.css";

interface Props {
  record: components["schemas"]["ClinicDoctor"];
  clinicId: number;
}

/** When the doctor is at this clinic: the form that adds and edits hours, above those there are. */
export function Schedules({ record, clinicId }: Props) {
  const { t } = useTranslation("schedules");
  const place = { clinicId, doctorId: record.doctor.id };
  const reload = useReloadSchedules();
  const [editing, setEditing] = useState<Schedule | null>(null);
  const [leaving, setLeaving] = useState<Schedule | null>(null);
  const [marked, mark] = useMark();
  const removal = useRemoval(place, () => setEditing(null));
  const columns = useColumns({ marked, onEdit: setEditing, onDelete: setLeaving });
  return (
    <Section title={t("title")}>
      <ScheduleForm
        key={editing?.id ?? "new"}
        place={place}
        editing={editing}
        onDone={(saved) => {
          setEditing(null);
          if (saved) mark(saved.id);
          void reload();
        }}
      />
      <TableCard
        caption={t("title")}
        columns={columns}
        rows={[...record.schedules, ...record.discount_schedule]}
        rowKey={({ id }) => id}
        empty={t("empty")}
      />
      {leaving && (
        <ConfirmDialog
          title={t("delete.title")}
          intent="danger"
          sends={() => deleteSchedule(place, leaving.id)}
          onYes={() => {
            setLeaving(null);
            void removal.run(leaving);
          }}
          onNo={() => setLeaving(null)}
        >
          {t("delete.ask")}
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** The hours that were edited last stand out for a while (B 4). */
function useMark() {
  const [marked, mark] = useState<number | null>(null);
  useEffect(() => {
    if (marked === null) return;
    const timer = setTimeout(() => mark(null), scheduleHighlightMs);
    return () => clearTimeout(timer);
  }, [marked]);
  return [marked, mark] as const;
}

function useRemoval(place: Place, onRemoved: () => void) {
  const { t } = useTranslation("schedules");
  const reload = useReloadSchedules();
  const notice = useFailureNotice();
  return useOnce(async ({ id }: Schedule) => {
    notice.forget();
    try {
      await deleteSchedule(place, id);
      notify.success(t("removed"));
      onRemoved();
    } catch (error) {
      if (isSilent(error)) return;
      notice.fail(error, t("failed.remove"));
    }
    // The button that had the focus goes with its row.
    document.querySelector("h1")?.focus({ preventScroll: true });
    await reload();
  });
}

interface Acts {
  marked: number | null;
  onEdit: (schedule: Schedule) => void;
  onDelete: (schedule: Schedule) => void;
}
function useColumns({ marked, onEdit, onDelete }: Acts): Column<Schedule>[] {
  const { t } = useTranslation("schedules");
  return useMemo(() => {
    const names = t("days", { returnObjects: true });
    const daysOf = ({ days }: Schedule) => days.map((day) => names[day as keyof typeof names] ?? day).join(", ");
    const timesOf = (schedule: Schedule) => {
      const { start, end } = hoursOf(schedule);
      const times = `${shownTime(start)} – ${shownTime(end)}`;
      return endsNextDay({ start, end }) ? `${times} ${t("nextDay")}` : times;
    };
    const called = (schedule: Schedule) => ({ hours: `${daysOf(schedule)}, ${timesOf(schedule)}` });
    return [
      {
        header: t("columns.days"),
        width: 200,
        grow: 2,
        wrap: true,
        cell: (schedule) => <span className={schedule.id === marked ? css.marked : undefined}>{daysOf(schedule)}</span>,
      },
      column.text(t("columns.times"), 230, timesOf),
      column.text(t("columns.timezone"), 140, ({ timezone }) => timezone, { soft: true }),
      column.money(t("columns.fees"), 150, ({ discounted_fees }) => discounted_fees),
      column.actions(
        t("columns.actions"),
        96,
        (schedule) => (
          <>
            <IconButton icon="edit" label={t("edit", called(schedule))} onClick={() => onEdit(schedule)} />
            <IconButton icon="delete" label={t("delete.action", called(schedule))} onClick={() => onDelete(schedule)} />
          </>
        ),
        { align: "end" },
      ),
    ];
  }, [t, marked, onEdit, onDelete]);
}
