import { clinicTabs, doctorTabs, paths } from "./paths";
import { from, type Screen } from "./screen";
import { clinicContents } from "./tabs";

const inside = () => import("./inside");
const releaseNotes = () => import("@/screens/releaseNotes/screens");
const universities = () => import("@/screens/universities/screens");
const clinicDoctors = () => import("@/screens/clinicDoctors/screens");
const promoCodes = () => import("@/screens/promoCodes/screens");

/** The frame around every screen. */
export const Shell = from(inside, [], (frame) => frame.Shell);

/** Every screen of the console behind the sign-in. A screen is here or it does not exist. */
export const screens: readonly Screen[] = [
  {
    path: paths.clinics(),
    access: "staff",
    screen: from(inside, ["clinics", "modules"], (area) => area.ClinicsScreen),
    nav: { label: "clinics", icon: "clinics" },
  },
  {
    path: "/clinics-details/:clinicId/:tab",
    access: "staff",
    screen: from(inside, ["clinics"], ({ ClinicScreen }) => () => <ClinicScreen contents={clinicContents} />),
    under: paths.clinics(),
    tabs: clinicTabs,
  },
  {
    path: "/doctor-details/:doctorId/:tab/:clinicId/:clinicDoctorId",
    access: "staff",
    screen: from(clinicDoctors, ["clinicDoctors"], (area) => area.DoctorScreen),
    under: paths.clinics(),
    tabs: doctorTabs,
  },
  {
    path: paths.releaseNotes(),
    access: "billing",
    screen: from(releaseNotes, ["releaseNotes"], (area) => area.ReleaseNotesScreen),
    nav: { label: "releaseNotes", icon: "releaseNotes" },
  },
  {
    path: paths.universities(),
    access: "staff",
    screen: from(universities, ["universities"], (area) => area.UniversitiesScreen),
    nav: { label: "universities", icon: "universities", group: "misc" },
  },
  {
    path: paths.promoCodes(),
    access: "billing",
    screen: from(promoCodes, ["promoCodes"], (area) => area.PromoCodesScreen),
    nav: { label: "promoCodes", icon: "discount", group: "misc" },
  },
];

/** Fetches what everybody sees first behind the sign-in. What does not come is asked for again when it is drawn. */
export const fetchFirst = () => void Promise.all([Shell.fetch(), screens[0]?.screen.fetch()]).catch(() => undefined);
