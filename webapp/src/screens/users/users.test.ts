import { expect, test } from "vitest";
import { type Account, accountName, subjectOf, type User } from "./users";

const none: Account = {
  email: null,
  account_type: "",
  role: "owner",
  clinic_id: null,
  clinic_name: null,
  doctor_id: null,
  doctor_name: null,
  lab_id: null,
  lab_name: null,
  pharmacy_id: null,
  pharmacy_name: null,
};

test.each([
  ["clinic", { clinic_id: 41, clinic_name: "Navjeevan" }, "Navjeevan", "/clinics-details/41/basic-details"],
  ["lab", { lab_id: 7, lab_name: "Ashirwad" }, "Ashirwad", "/lab-details/7/basic-details"],
  ["doctor", { doctor_id: 17, doctor_name: "Harleen" }, "Harleen", "/doctor-details/17/basic-details"],
  ["pharmacy", { pharmacy_id: 3, pharmacy_name: "Sehat" }, "Sehat", "/pharmacy-details/3/basic-details"],
])("the name of a %s account leads to its details", (account_type, about, name, to) => {
  expect(subjectOf({ ...none, account_type, ...about })).toEqual({ name, to });
});

test.each(["patient", "super_admin"])("the account of a %s leads nowhere", (account_type) => {
  expect(subjectOf({ ...none, account_type }).to).toBeUndefined();
});

test("account of an unknown clinic is not a link", () => {
  expect(subjectOf({ ...none, account_type: "clinic" }).to).toBeUndefined();
});

test.each([
  ["patient", {}, "Harleen Sandhu"],
  ["super_admin", {}, "Harleen Sandhu"],
  ["clinic", { clinic_id: 41, clinic_name: "Navjeevan" }, "Navjeevan"],
  ["clinic", {}, null],
])("the account of a %s with %j is called %s", (account_type, about, name) => {
  const user = { name: "Harleen Sandhu" } as User;
  expect(accountName(user, { ...none, account_type, ...about })).toBe(name);
});
