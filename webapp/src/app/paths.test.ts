import { matchPath } from "react-router";
import { expect, it } from "vitest";
import { paths } from "./paths";
import { screens } from "./routes";

const built = {
  home: paths.home(),
  clinics: paths.clinics(),
  clinic: paths.clinic({ clinicId: 41 }),
  clinicTab: paths.clinic({ clinicId: 41, tab: "basic-details" }),
  doctor: paths.doctor({ doctorId: 12, clinicId: 41, clinicDoctorId: 88 }),
  releaseNotes: paths.releaseNotes(),
  universities: paths.universities(),
  pharmacies: paths.pharmacies(),
  pharmacy: paths.pharmacy({ pharmacyId: 7 }),
  labs: paths.labs(),
  lab: paths.lab({ labId: 7, tab: "clinics" }),
  clinicAuditLogs: paths.clinicAuditLogs({ clinicId: 41, filters: { event_keys: "a.b,c.d", start_date: "" } }),
};

it("builds these addresses", () => {
  expect(built).toMatchInlineSnapshot(`
    {
      "clinic": "/clinics-details/41/basic-details",
      "clinicAuditLogs": "/clinics-details/41/list-audit-trail?event_keys=a.b%2Cc.d",
      "clinicTab": "/clinics-details/41/basic-details",
      "clinics": "/clinics",
      "doctor": "/doctor-details/12/basic-details/41/88",
      "home": "/",
      "lab": "/lab-details/7/clinics",
      "labs": "/labs",
      "pharmacies": "/pharmacies",
      "pharmacy": "/pharmacy-details/7/basic-details",
      "releaseNotes": "/release-notes",
      "universities": "/universities",
    }
  `);
});

it("leads to a screen with every one of them", () => {
  for (const path of Object.values(built))
    expect(
      path === "/" ||
        screens.some((screen) => matchPath(screen.path, new URL(path, "http://console.example").pathname)),
      path,
    ).toBe(true);
});
