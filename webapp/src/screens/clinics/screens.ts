// The area's screens and tabs, loaded together: one file of the build instead of one for each and one for what they share.
export { BankDetailsTab } from "./BankDetailsTab";
export { ClinicScreen } from "./ClinicScreen";
export { ClinicsScreen } from "./ClinicsScreen";
export { DetailsTab } from "./DetailsTab";
export { LocationsTab } from "./LocationsTab";
export { MetricsTab } from "./MetricsTab";
export { StaffTab } from "./StaffTab";
