import { clinicTabs, doctorTabs, partnerTabs, paths } from "./paths";
import { from, type Screen } from "./screen";
import { clinicContents } from "./tabs";

const inside = () => import("./inside");
const releaseNotes = () => import("@/screens/releaseNotes/screens");
const universities = () => import("@/screens/universities/screens");
const clinicDoctors = () => import("@/screens/clinicDoctors/screens");
const promoCodes = () => import("@/screens/promoCodes/screens");
const labs = () => import("@/screens/labs/screens");
const pharmacies = () => import("@/screens/pharmacies/screens");

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
  {
    path: paths.labs(),
    access: "staff",
    screen: from(labs, ["partners"], (area) => area.LabsScreen),
    nav: { label: "labs", icon: "labs", group: "misc" },
  },
  {
    path: "/lab-details/:labId/:tab",
    access: "staff",
    screen: from(labs, ["partners"], (area) => area.LabScreen),
    under: paths.labs(),
    tabs: partnerTabs,
  },
  {
    path: paths.pharmacies(),
    access: "staff",
    screen: from(pharmacies, ["partners"], (area) => area.PharmaciesScreen),
    nav: { label: "pharmacies", icon: "pharmacies", group: "misc" },
  },
  {
    path: "/pharmacy-details/:pharmacyId/:tab",
    access: "staff",
    screen: from(pharmacies, ["partners"], (area) => area.PharmacyScreen),
    under: paths.pharmacies(),
    tabs: partnerTabs,
  },
];

/** Fetches what everybody sees first behind the sign-in. What does not come is asked for again when it is drawn. */
export const fetchFirst = () => void Promise.all([Shell.fetch(), screens[0]?.screen.fetch()]).catch(() => undefined);
