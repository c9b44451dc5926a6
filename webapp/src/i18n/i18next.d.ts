// Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit.
import type audit from "./en/audit.json";
import type clinicAdmins from "./en/clinicAdmins.json";
import type clinicDoctors from "./en/clinicDoctors.json";
import type clinics from "./en/clinics.json";
import type common from "./en/common.json";
import type modules from "./en/modules.json";
import type partners from "./en/partners.json";
import type payments from "./en/payments.json";
import type promoCodes from "./en/promoCodes.json";
import type refusals from "./en/refusals.json";
import type releaseNotes from "./en/releaseNotes.json";
import type session from "./en/session.json";
import type universities from "./en/universities.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      audit: typeof audit;
      clinicAdmins: typeof clinicAdmins;
      clinicDoctors: typeof clinicDoctors;
      clinics: typeof clinics;
      common: typeof common;
      modules: typeof modules;
      partners: typeof partners;
      payments: typeof payments;
      promoCodes: typeof promoCodes;
      refusals: typeof refusals;
      releaseNotes: typeof releaseNotes;
      session: typeof session;
      universities: typeof universities;
    };
  }
}
