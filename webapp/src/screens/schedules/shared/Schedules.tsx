import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { scheduleHighlightMs } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { wholeList } from "@/lib/list/listState";
import { useLocalPage } from "@/lib/list/useLocalPage";
import { formatTime } from "@/lib/time/times";
import { useDelete } from "@/ui/action/useDelete";
import { Section } from "@/ui/layout/DetailScreen";
import { ListCard } from "@/ui/list/ListCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { ScheduleForm } from "./ScheduleForm";
import {
  byWeekday,
  deleteScheduleRequest,
  endsNextDay,
  hoursOf,
  type Schedule,
  useReloadSchedules,
  type Values,
} from "./schedules";

interface Props {
  record: components["schemas"]["ClinicDoctor"];
  clinicId: number;
}

/** The doctor's schedules at this clinic: form above the list. */
export function Schedules({ record, clinicId }: Props) {
  const { t } = useTranslation("schedules");
  const place = { clinicId, doctorId: record.doctor.id };
  const reload = useReloadSchedules();
  const [editing, setEditing] = useState<Schedule | null>(null);
  // Input for a deleted schedule, which can be added as a new one.
  const [carried, setCarried] = useState<Values | null>(null);
  const [marked, mark] = useMark();
  const pages = useLocalPage("schedules");
  const list = wholeList(byWeekday([...record.schedules, ...record.discount_schedule]), pages, reload);
  const deletion = useDelete<Schedule>({
    title: t("delete.title"),
    ask: t("delete.ask"),
    call: "DeleteSchedule",
    toRequest: ({ id }) => deleteScheduleRequest(place, id),
    done: t("removed"),
    onDone: ({ id }) => setEditing((edited) => (edited?.id === id ? null : edited)),
    fallback: t("failed.remove"),
    list,
    pages,
  });
  const highlighted = editing?.id ?? marked;
  const columns = useColumns({ onEdit: setEditing, onDelete: deletion.ask });
  return (
    <Section title={t("title")}>
      <ScheduleForm
        key={editing?.id ?? "new"}
        place={place}
        editing={editing}
        carried={carried}
        onGone={(values) => {
          setEditing(null);
          setCarried(values);
          void reload();
        }}
        onDone={(saved) => {
          setEditing(null);
          setCarried(null);
          if (saved) mark(saved.id);
          void reload();
        }}
      />
      <ListCard
        caption={t("title")}
        list={list}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        {...(highlighted !== null && { marked: new Set([highlighted]) })}
        empty={{ text: t("empty") }}
      />
      {deletion.dialog}
    </Section>
  );
}

/** Highlight the last edited schedule for a while (B 4). */
function useMark() {
  const [marked, mark] = useState<number | null>(null);
  useEffect(() => {
    if (marked === null) return;
    const timer = setTimeout(() => mark(null), scheduleHighlightMs);
    return () => clearTimeout(timer);
  }, [marked]);
  return [marked, mark] as const;
}

interface Acts {
  onEdit: (schedule: Schedule) => void;
  onDelete: (schedule: Schedule) => void;
}
function useColumns({ onEdit, onDelete }: Acts): Column<Schedule>[] {
  const { t } = useTranslation("schedules");
  return useMemo(() => {
    const names = t("days", { returnObjects: true });
    const daysOf = ({ days }: Schedule) => days.map((day) => names[day as keyof typeof names] ?? day).join(", ");
    const timesOf = (schedule: Schedule) => {
      const { start, end } = hoursOf(schedule);
      const times = `${formatTime(start)} – ${formatTime(end)}`;
      return endsNextDay({ start, end }) ? `${times} ${t("nextDay")}` : times;
    };
    const called = (schedule: Schedule) => ({ hours: `${daysOf(schedule)}, ${timesOf(schedule)}` });
    return [
      column.text("days", t("columns.days"), 200, daysOf),
      column.text(["start_time", "end_time", "timezone"], t("columns.times"), 230, timesOf),
      column.text("timezone", t("columns.timezone"), 140, ({ timezone }) => timezone, { soft: true }),
      column.money("discounted_fees", t("columns.fees"), 150, ({ discounted_fees }) => discounted_fees),
      column.buttons(t("columns.actions"), 96, (schedule) => [
        { icon: "edit", label: t("edit", called(schedule)), onClick: () => onEdit(schedule) },
        { icon: "delete", label: t("delete.action", called(schedule)), onClick: () => onDelete(schedule) },
      ]),
    ];
  }, [t, onEdit, onDelete]);
}
