import type { TFunction } from "i18next";
import type { components } from "@/api/gen/schema";
import { plural } from "@/lib/format/numbers";

type PersonActivity = components["schemas"]["PersonActivity"];

/** Event keys that one part of the sentence counts. */
const groups = {
  doctors: ["doctor.verify"],
  modules: ["module.activate", "module.deactivate"],
  hospitals: ["hospital.create"],
  clinics: ["clinic.update", "clinic.settings"],
  payments: ["payment.add_manual"],
  subscriptions: ["subscription.add_manual"],
  notes: ["note.create"],
  followUps: ["follow_up.create"],
  closedFollowUps: ["follow_up.close"],
  reviews: ["change_request.approve", "change_request.object"],
  exports: ["list.export", "lead.export"],
} as const;
const grouped: ReadonlySet<string> = new Set(Object.values(groups).flat());

export const nameOf = ({ id, name }: PersonActivity) => name || `#${id}`;

/** Sums of the actions of several people. */
export function sumActivity(people: readonly Pick<PersonActivity, "events" | "failed">[]) {
  const sum = { events: {} as Record<string, number>, failed: 0 };
  for (const { events, failed } of people) {
    for (const [key, count] of Object.entries(events)) sum.events[key] = (sum.events[key] ?? 0) + count;
    sum.failed += failed;
  }
  return sum;
}

/** The actions of a person, the most frequent ones first. */
export function activityCounts(person: Pick<PersonActivity, "events" | "failed">, t: TFunction<"audit">): string {
  const { events, failed } = person;
  const ofKeys = (keys: readonly string[]) => keys.reduce((total, key) => total + (events[key] ?? 0), 0);
  const counted = (Object.keys(groups) as (keyof typeof groups)[])
    .map((name) => ({ name, count: ofKeys(groups[name]) }))
    .toSorted((a, b) => b.count - a.count);
  const others = ofKeys(Object.keys(events).filter((key) => !grouped.has(key)));
  return [...counted, { name: "others" as const, count: others }, { name: "failed" as const, count: failed }]
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => t(`activity.summary.${name}`, plural(count)))
    .join(", ");
}
