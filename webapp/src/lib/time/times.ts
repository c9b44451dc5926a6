/** Minutes since midnight. */
export const minutesOf = (time: string) => {
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
};
export const timeOfMinutes = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** Times of a day, "00:00" to "23:30", between two times, both included. */
export function timesOfDay({ from = "00:00", to = "23:59", step = 30 } = {}): string[] {
  const first = Math.ceil(minutesOf(from) / step) * step;
  const count = Math.floor((minutesOf(to) - first) / step) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => timeOfMinutes(first + index * step));
}

/** 9:30 AM, the usual format in India. */
export function formatTime(time: string): string {
  const minute = minutesOf(time);
  const hour = Math.floor(minute / 60);
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}
