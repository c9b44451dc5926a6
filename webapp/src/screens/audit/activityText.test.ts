import { expect, it } from "vitest";
import { i18n } from "@/i18n";
import { activityCounts, nameOf, sumActivity } from "./activityText";

const person = {
  id: 2,
  name: "Arjun Pillai",
  account_type: "customer_care",
  total: 1250,
  failed: 0,
  last_at: "2026-11-20T09:31:07Z",
  events: {},
};
const counts = (changes: Partial<typeof person>) =>
  activityCounts({ ...person, ...changes }, i18n.getFixedT("en", "audit"));

it("counts the actions of a person, the most frequent first", () => {
  const events = { "doctor.verify": 12, "module.activate": 1230, "module.deactivate": 4, "note.create": 1 };
  expect(counts({ events })).toBe("1,234 modules switched, 12 doctor verifications, 1 note added");
});

it("ends with other actions and refused ones", () => {
  const events = { "doctor.verify": 1, "session.sign_in": 5, "user.update": 1 };
  expect(counts({ events, failed: 2 })).toBe("1 doctor verification, 6 other actions, 2 refused actions");
});

it("sums the actions of several people", () => {
  const people = [
    { events: { "doctor.verify": 2 }, failed: 1 },
    { events: { "doctor.verify": 3, "note.create": 1 }, failed: 0 },
  ];
  expect(sumActivity(people)).toEqual({ events: { "doctor.verify": 5, "note.create": 1 }, failed: 1 });
});

it("names a person without a name by the id", () => {
  expect(nameOf({ ...person, name: "" })).toBe("#2");
});
