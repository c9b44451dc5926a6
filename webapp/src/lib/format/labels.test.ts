import { expect, it } from "vitest";
import doctors from "@/i18n/en/doctors.json";
import users from "@/i18n/en/users.json";
import { labelOf } from "./labels";

const names = { mobile: "ਮੋਬਾਈਲ", ACTIVE: "ਚਾਲੂ" };

it.each([
  ["mobile", "ਮੋਬਾਈਲ"],
  ["Mobile", "ਮੋਬਾਈਲ"],
  ["ACTIVE", "ਚਾਲੂ"],
  ["Fax", "Fax"],
  ["toString", "toString"],
  [null, null],
])("%s is called %s", (value, name) => expect(labelOf(names, value)).toBe(name));

it("every role of an account has a label", () => {
  const roles = ["admin", "consultant", "doctor", "manager", "owner", "staff"];
  expect(Object.keys(users.roles).sort()).toEqual(roles);
  expect(roles).toEqual(expect.arrayContaining(Object.keys(doctors.roles)));
  expect(labelOf(doctors.roles, "consultant")).toBe("Consultant");
});
