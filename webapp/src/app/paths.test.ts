import { matchPath } from "react-router";
import { expect, it } from "vitest";
import { paths, recordPath } from "./paths";
import { screens } from "./routes";

/** Addresses without parameters: each may be written only once, in paths.ts. */
const plain = Object.values(paths)
  .filter((build): build is () => string => build.length === 0)
  .map((build) => build());
const built = {
  clinic: paths.clinic({ clinicId: 41 }),
  clinicTab: paths.clinic({ clinicId: 41, tab: "basic-details" }),
  doctor: paths.doctor({ doctorId: 12 }),
  clinicDoctor: paths.doctor({ doctorId: 12, at: { clinicId: 41, clinicDoctorId: 88 }, tab: "clinic-doctor" }),
  doctorEducation: paths.doctorEducation({ doctorId: 12, at: { clinicId: 41, clinicDoctorId: 88 } }),
  pharmacy: paths.pharmacy({ pharmacyId: 7 }),
  lab: paths.lab({ labId: 7, tab: "clinics" }),
  user: paths.user({ userId: 9 }),
  booking: paths.booking({ referralId: 618 }),
  leads: paths.leads(),
  leadsOfOne: paths.leads(12),
  leadUploads: paths.leadUploads(),
  leadUploadsOfClinic: paths.leadUploads({ id: "41", name: "Amrit & Sons" }),
  clinicAuditLogs: paths.clinicAuditLogs({ clinicId: 41, filters: { event_keys: "a.b,c.d", start_date: "" } }),
};

it("writes filters and tabs into the address", () => {
  expect(built.leadUploadsOfClinic).toBe("/campaign-leads/uploads?clinic=41&clinic_name=Amrit+%26+Sons");
  expect(built.clinicAuditLogs).toBe("/clinics-details/41/list-audit-trail?event_keys=a.b%2Cc.d");
  expect(built.clinicDoctor).toBe("/doctor-details/12/clinic-doctor/41/88");
});

it("leads to the screen of a record by its type in the audit log and in references", () => {
  expect(recordPath("campaign", 5)).toBe("/ad-campaigns");
  expect(recordPath("ad_campaign", 5)).toBe("/ad-campaigns");
  expect(recordPath("referral", 618)).toBe("/book-appointment/618");
  expect(recordPath("spec_module", 9)).toBeUndefined();
});

it("opens a screen with all of them", () => {
  for (const path of [...plain, ...Object.values(built)])
    expect(
      path === "/" ||
        screens.some((screen) => matchPath(screen.path, new URL(path, "http://console.example").pathname)),
      path,
    ).toBe(true);
});
