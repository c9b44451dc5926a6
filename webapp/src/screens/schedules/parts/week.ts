import { minutesOf } from "@/lib/times";
import { type DoctorSchedule, eachDay, endsNextDay, hoursOf, type Weekday, weekdays } from "./schedules";

const dayMinutes = 24 * 60;

/** A part of one day that a schedule takes; `from` and `to` are minutes of that day. */
export interface Block {
  schedule: DoctorSchedule;
  from: number;
  to: number;
  /** Blocks of one day that meet stand in different lanes, the first is 0. */
  lane: number;
  /** Another clinic wants the doctor at some of this time. */
  isDouble: boolean;
  /** It began on the day before. */
  goesOn: boolean;
}
export interface DayBlocks {
  day: Weekday;
  blocks: Block[];
  lanes: number;
}

/** The week as it is drawn: what goes past midnight goes on the next day, from Sunday to Monday as well. */
export function weekOf(schedules: readonly DoctorSchedule[]): DayBlocks[] {
  const days = new Map<Weekday, Block[]>(weekdays.map((day) => [day, []]));
  const take = (day: Weekday, schedule: DoctorSchedule, from: number, to: number, goesOn = false) =>
    days.get(day)?.push({ schedule, from, to, lane: 0, isDouble: false, goesOn });
  for (const schedule of schedules) {
    const hours = hoursOf(schedule);
    const [from, to] = [minutesOf(hours.start), minutesOf(hours.end)];
    for (const day of eachDay(hours.days)) {
      const after = weekdays[(weekdays.indexOf(day) + 1) % 7] as Weekday;
      if (!endsNextDay(hours)) take(day, schedule, from, to);
      else {
        take(day, schedule, from, dayMinutes);
        if (to > 0) take(after, schedule, 0, to, true);
      }
    }
  }
  return weekdays.map((day) => inLanes(day, days.get(day) ?? []));
}

function inLanes(day: Weekday, found: Block[]): DayBlocks {
  const ends: number[] = [];
  const inOrder = [...found].sort((a, b) => a.from - b.from || a.schedule.id - b.schedule.id);
  const blocks = inOrder.map((block) => {
    const free = ends.findIndex((end) => end <= block.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = block.to;
    const others = found.filter(({ schedule }) => block.schedule.double_booked_with.includes(schedule.id));
    return { ...block, lane, isDouble: others.some(({ from, to }) => from < block.to && block.from < to) };
  });
  return { day, blocks, lanes: Math.max(1, ends.length) };
}

/** The whole hours that have to be seen: a working day at least, as much more as there is. */
export function hoursSeen(days: readonly DayBlocks[]): { first: number; last: number } {
  const blocks = days.flatMap((day) => day.blocks);
  return {
    first: Math.min(8, ...blocks.map(({ from }) => Math.floor(from / 60))),
    last: Math.max(20, ...blocks.map(({ to }) => Math.ceil(to / 60))),
  };
}
