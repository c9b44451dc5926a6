// The area's screens, loaded together: one file of the build instead of one for each and one for what they share.
export { ClinicScreen } from "./ClinicScreen";
export { ClinicsScreen } from "./ClinicsScreen";
