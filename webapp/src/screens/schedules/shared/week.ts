import { minutesOf } from "@/lib/time/times";
import { type DoctorSchedule, eachDay, endsNextDay, hoursOf, type Weekday, weekdays } from "./schedules";

const dayMinutes = 24 * 60;

/** Part of a day that a schedule takes; `from` and `to` are minutes since midnight. */
export interface Block {
  schedule: DoctorSchedule;
  from: number;
  to: number;
  /** Overlapping blocks of one day use different lanes, starting at 0. */
  lane: number;
  /** Overlaps with a schedule at another clinic. */
  isDouble: boolean;
  /** It began on the previous day. */
  goesOn: boolean;
}
export interface DayBlocks {
  day: Weekday;
  blocks: Block[];
  lanes: number;
}

/** Blocks by weekday. Schedules past midnight continue on the next day, also from Sunday to Monday. */
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

function inLanes(day: Weekday, unplaced: Block[]): DayBlocks {
  const ends: number[] = [];
  const inOrder = [...unplaced].sort((a, b) => a.from - b.from || a.schedule.id - b.schedule.id);
  const blocks = inOrder.map((block) => {
    const free = ends.findIndex((end) => end <= block.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = block.to;
    const others = unplaced.filter(({ schedule }) => block.schedule.double_booked_with.includes(schedule.id));
    return { ...block, lane, isDouble: others.some(({ from, to }) => from < block.to && block.from < to) };
  });
  return { day, blocks, lanes: Math.max(1, ends.length) };
}

/** Range of whole hours to show: at least a working day, extended to fit all blocks. */
export function visibleHours(days: readonly DayBlocks[]): { first: number; last: number } {
  const blocks = days.flatMap((day) => day.blocks);
  return {
    first: Math.min(8, ...blocks.map(({ from }) => Math.floor(from / 60))),
    last: Math.max(20, ...blocks.map(({ to }) => Math.ceil(to / 60))),
  };
}
