import type address from "./en/address.json";
import type admins from "./en/admins.json";
import type audit from "./en/audit.json";
import type clinics from "./en/clinics.json";
import type clinicTabs from "./en/clinicTabs.json";
import type common from "./en/common.json";
import type doctors from "./en/doctors.json";
import type modules from "./en/modules.json";
import type payments from "./en/payments.json";
import type session from "./en/session.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      address: typeof address;
      admins: typeof admins;
      audit: typeof audit;
      clinics: typeof clinics;
      clinicTabs: typeof clinicTabs;
      common: typeof common;
      doctors: typeof doctors;
      modules: typeof modules;
      payments: typeof payments;
      session: typeof session;
    };
  }
}
