import { api } from "@/api/client";
import type { Day } from "@/api/gen/choices";
import { scheduleEnd, scheduleStart, timezone } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useRecord, useRefresh } from "@/api/hooks";
import { type Mutation, request } from "@/api/mutation";
import { serverNow } from "@/api/token";
import { versionOf } from "@/api/versions";
import { minutesOf } from "@/lib/time/times";
import { toLocal, toUtc } from "@/lib/time/zones";

export type Schedule = components["schemas"]["Schedule"];
export type DoctorSchedule = components["schemas"]["DoctorSchedule"];
export type Weekday = Exclude<Day, "Daily">;
export const weekdays: readonly Weekday[] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Clinic and doctor of the schedules. */
export interface Place {
  clinicId: number;
  doctorId: number;
}

/** Times in their own time zone. */
interface Hours {
  days: readonly string[];
  start: string;
  end: string;
  timezone: string;
}

export const hoursOf = ({ days, start_time, end_time, timezone }: Schedule): Hours => ({
  days,
  start: toLocal(start_time, timezone, serverNow()),
  end: toLocal(end_time, timezone, serverNow()),
  timezone,
});

/** True if the hours extend past midnight (B-39). */
export const endsNextDay = ({ start, end }: Pick<Hours, "start" | "end">) => minutesOf(end) <= minutesOf(start);

/** The single days; Daily means all seven. */
export const eachDay = (days: readonly string[]) =>
  days.includes("Daily") ? weekdays : weekdays.filter((day) => days.includes(day));

/** Sort schedules by the first of their days in the week, then by start time. */
export function byWeekday(schedules: readonly Schedule[]): Schedule[] {
  const placeOf = (schedule: Schedule) => {
    const { days, start } = hoursOf(schedule);
    const first = eachDay(days)[0];
    return (first ? weekdays.indexOf(first) : weekdays.length) * 24 * 60 + minutesOf(start);
  };
  return schedules.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** A schedule as form values: times in its own time zone. */
export interface Values {
  days: Day[];
  start_time: string;
  end_time: string;
  timezone: string;
  kind: "ordinary" | "discounted";
  discounted_fees: string;
}

export const emptyValues = (): Values => ({
  days: [],
  start_time: scheduleStart,
  end_time: scheduleEnd,
  timezone,
  kind: "ordinary",
  discounted_fees: "",
});

export function toFormValues(schedule: Schedule): Values {
  const { start, end } = hoursOf(schedule);
  const { discounted_fees } = schedule;
  return {
    days: [...schedule.days] as Day[],
    start_time: start,
    end_time: end,
    timezone: schedule.timezone,
    kind: discounted_fees === null ? "ordinary" : "discounted",
    discounted_fees: discounted_fees?.toString() ?? "",
  };
}

/** Days after a click: Daily clears the others, a single day clears Daily (B 4). */
export function toggleDay(days: readonly Day[], day: Day): Day[] {
  if (days.includes(day)) return days.filter((other) => other !== day);
  if (day === "Daily") return ["Daily"];
  return [...days.filter((other) => other !== "Daily"), day];
}

const path = ({ clinicId, doctorId }: Place) => ({ clinic_id: clinicId, doctor_id: doctorId });

/** Read one schedule with its version. */
export async function readSchedule(place: Place, { id }: Schedule): Promise<Schedule> {
  const { data } = await api.get("/careops/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}", {
    path: { ...path(place), schedule_id: id },
  });
  return data.schedule;
}

/** Add a schedule, or change the given one with its version. */
export function saveScheduleRequest(place: Place, values: Values, editing: Schedule | null): Mutation {
  const [start, end] = [values.start_time, values.end_time].map((time) => toUtc(time, values.timezone, serverNow()));
  const details = {
    days: values.days,
    start_time: start as string,
    end_time: end as string,
    timezone: values.timezone,
    ...(values.kind === "discounted" && { discounted_fees: Number(values.discounted_fees) }),
  };
  if (!editing)
    return request.post("/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules", {
      path: path(place),
      body: { schedule_details: details },
    });
  return request.put("/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}", {
    path: { ...path(place), schedule_id: editing.id },
    body: { schedule_details: { ...details, scheduleId: editing.id } },
    ifMatch: versionOf(editing),
  });
}

export function deleteScheduleRequest(place: Place, id: number) {
  return request.delete("/clinics/{clinic_id}/clinic_doctors/{doctor_id}/schedules/{schedule_id}", {
    path: { ...path(place), schedule_id: id },
  });
}

export function useDoctorSchedules(doctorId: number) {
  return useRecord("/careops/doctors/{doctor_id}/schedules", { path: { doctor_id: doctorId } }, ({ data }) =>
    Array.isArray(data.schedules),
  );
}

/** Reload everything that shows schedules. */
export const useReloadSchedules = () =>
  useRefresh("/clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}", "/careops/doctors/{doctor_id}/schedules");
