import { describe, expect, it } from "vitest";
import en from "@/i18n/en/audit.json";
import enModules from "@/i18n/en/modules.json";
import hi from "@/i18n/hi/audit.json";
import hiModules from "@/i18n/hi/modules.json";
import pb from "@/i18n/pb/audit.json";
import pbModules from "@/i18n/pb/modules.json";
import { fieldChanges } from "@/lib/format/fieldChanges";
import { auditEvent } from "@/test-audit";
import { eventSentence, eventText, type Words } from "./shared/eventText";

const moved = auditEvent({
  before: { address_line_2: "Model Town", latitude: 30.9, speciality_id: 7 },
  after: { address_line_2: "Civil Lines", latitude: 30.8, speciality_id: 9 },
});

const texts = { en: [en, enModules], hi: [hi, hiModules], pb: [pb, pbModules] } as const;
const words = (language: keyof typeof texts): Words => {
  const [audit, modules] = texts[language];
  return { ...audit.story, modules: { ...modules.names, ...modules.flags } };
};
const names = { record_name: "Sevaloka Hospital", clinic: { id: 41, name: "Sevaloka Hospital" } };
const switched = auditEvent({ key: "module.activate", before: { Telemedicine: false }, after: { Telemedicine: true } });

describe("event sentence", () => {
  it.each([
    [switched, "Arjun Pillai switched Telemedicine on at Sevaloka Hospital"],
    [moved, "Arjun Pillai changed the address of Sevaloka Hospital: Locality Model Town → Civil Lines"],
    [
      auditEvent({ before: { beds_count: null }, after: { beds_count: 12 } }),
      "Arjun Pillai changed the details of Sevaloka Hospital: Beds - → 12",
    ],
    [
      auditEvent({ key: "clinic.settings", before: { ipd_enabled: true }, after: { ipd_enabled: false } }),
      "Arjun Pillai switched IPD off at Sevaloka Hospital",
    ],
    [
      auditEvent({
        key: "clinic.settings",
        before: { ipd_enabled: true, abdm_enabled: false },
        after: { ipd_enabled: false, abdm_enabled: true },
      }),
      "Arjun Pillai changed the features of Sevaloka Hospital: IPD on → off; ABDM off → on",
    ],
    [
      auditEvent({
        key: "clinic_admin.create",
        resource: { id: "7", type: "clinic_admin" },
        after: { name: "Simran Gill", phone_number: "9812345670" },
      }),
      "Arjun Pillai added the admin Simran Gill of Sevaloka Hospital",
    ],
    [
      auditEvent({ key: "patient.export", user: null }),
      "Unknown person exported data of patients at Sevaloka Hospital",
    ],
    [
      auditEvent({ key: "clinic.update", event_status: "FAILED" }),
      "Refused: Arjun Pillai changed the details of Sevaloka Hospital",
    ],
    [
      auditEvent({ key: "recent.keep", resource: { id: "clinic 160", type: "recent" } }),
      "Arjun Pillai opened a record",
    ],
    [auditEvent({ key: "bed.assign_all" }), "Arjun Pillai: bed assign all"],
    [auditEvent({ key: "bed.assign_all", description: "Bed 4" }), "Arjun Pillai: Bed 4"],
  ])("%#: %s", (event, sentence) => expect(eventSentence(event, words("en"), names)).toBe(sentence));

  it.each([
    ["hi", "Arjun Pillai ने Sevaloka Hospital में टेलीमेडिसिन चालू किया"],
    ["pb", "Arjun Pillai ਨੇ Sevaloka Hospital ਵਿੱਚ ਟੈਲੀਮੈਡੀਸਨ ਚਾਲੂ ਕੀਤਾ"],
  ] as const)("in %s, with the module's name", (language, sentence) =>
    expect(eventSentence(switched, words(language), names)).toBe(sentence),
  );

  it("links the record except in its own timeline", () => {
    const { parts } = eventText(switched, words("en"), names);
    expect(parts.filter(({ to }) => to)).toEqual([
      { text: "Sevaloka Hospital", to: "/clinics-details/41/basic-details" },
    ]);
    const own = eventText(switched, words("en"), names, "/clinics-details/41/basic-details");
    expect(own.parts.map(({ text }) => text).join("")).toBe("Arjun Pillai switched Telemedicine on");
  });

  it.each([
    ["clinic:41", "/clinics-details/41/basic-details"],
    ["doctor:984", "/doctor-details/984/basic-details"],
    ["user:7", "/users-details/7"],
    ["pharmacy:7", "/pharmacy-details/7/basic-details"],
    ["lab:7", "/lab-details/7/basic-details"],
    ["campaign:7", "/ad-campaigns"],
    ["referral:7", "/book-appointment/7"],
    ["change_request:7", "/change-requests/7"],
  ])("about a closed follow-up links to its record %s", (record, to) => {
    const closed = auditEvent({
      key: "follow_up.close",
      resource: { id: "3", type: "follow_up" },
      before: { state: "open" },
      after: { state: "done" },
    });
    const { parts } = eventText(closed, words("en"), { record_name: "Sevaloka", record });
    expect(parts).toContainEqual({ text: "Sevaloka", to });
    expect(parts.map(({ text }) => text).join("")).toBe("Arjun Pillai closed a follow-up on Sevaloka");
    expect(eventText(closed, words("en"), { record_name: "Sevaloka", record }, to).parts).not.toContainEqual({
      text: "Sevaloka",
      to,
    });
  });

  it("names the record of a new note by its reference", () => {
    const noted = auditEvent({
      key: "note.create",
      resource: { id: "7", type: "note" },
      after: { record: "change_request:12" },
    });
    const { parts, steps } = eventText(noted, words("en"));
    expect(parts).toContainEqual({ text: "#12", to: "/change-requests/12" });
    expect(steps).toBe("");
  });

  it("omits a record without a name and numbers a change request", () => {
    expect(eventSentence(switched, words("en"))).toBe("Arjun Pillai switched Telemedicine on");
    const approved = auditEvent({ key: "change_request.approve", resource: { id: "7", type: "change_request" } });
    expect(eventSentence(approved, words("en"))).toBe("Arjun Pillai approved the change request #7");
  });
});

it("shows fields in pairs and lists by their names without repetition", () => {
  const changes = fieldChanges(
    auditEvent({
      before: { other_specialities: [], kept: 1, odd: { deep: [1] } },
      after: {
        other_specialities: [{ basic_clinic_speciality_id: 3, speciality_name: "Cardiology" }],
        kept: 1,
        odd: null,
      },
    }),
    en.story,
  );
  expect(changes).toEqual([
    { field: "Other specialities", before: "-", after: "Cardiology" },
    { field: "odd", before: '{"deep":[1]}', after: "-" },
  ]);
});
