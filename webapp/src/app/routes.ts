import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { Access } from "@/api/session";
import type { IconName } from "@/ui/Icon";
import { clinicTabs, doctorTabs, paths } from "./paths";
import type { NavGroup } from "./SideNav";

export interface Screen {
  /** The folder in `screens/`, and the file of its texts. */
  area: "clinics" | "doctors";
  path: string;
  access: Access;
  screen: LazyExoticComponent<ComponentType>;
  /** Its entry in the side navigation: the texts' key below `nav`, the icon, the group if any. */
  nav?: { label: "clinics"; icon: IconName; group?: NavGroup };
  /** The list it belongs to, whose entry is highlighted. */
  under?: string;
  /** The values `:tab` may have. */
  tabs?: readonly string[];
}

/** An area's screens are one file of the build, fetched when the first of them is opened. */
function from<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}
const inside = () => import("./inside");
const doctors = () => import("@/screens/doctors/screens");

/** The frame around every screen. */
export const Shell = lazy(async () => ({ default: (await inside()).Shell }));

/** Every screen of the console behind the sign-in. A screen is here or it does not exist. */
export const screens: readonly Screen[] = [
  {
    area: "clinics",
    path: paths.clinics(),
    access: "staff",
    screen: from(inside, "ClinicsScreen"),
    nav: { label: "clinics", icon: "clinics" },
  },
  {
    area: "clinics",
    path: "/clinics-details/:clinicId/:tab",
    access: "staff",
    screen: from(inside, "ClinicScreen"),
    under: paths.clinics(),
    tabs: clinicTabs,
  },
  {
    area: "doctors",
    path: "/doctor-details/:doctorId/:tab/:clinicId/:clinicDoctorId",
    access: "staff",
    screen: from(doctors, "DoctorScreen"),
    under: paths.clinics(),
    tabs: doctorTabs,
  },
];
