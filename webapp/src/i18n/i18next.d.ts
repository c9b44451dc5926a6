import type clinics from "./en/clinics.json";
import type common from "./en/common.json";
import type modules from "./en/modules.json";
import type session from "./en/session.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      clinics: typeof clinics;
      common: typeof common;
      modules: typeof modules;
      session: typeof session;
    };
  }
}
