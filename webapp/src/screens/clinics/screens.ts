// Screens and tabs of the area in one chunk, instead of one chunk per screen plus shared ones.
export { BankDetailsTab } from "./BankDetailsTab";
export { ClinicScreen } from "./ClinicScreen";
export { ClinicsScreen } from "./ClinicsScreen";
export { readClinicAhead, readClinicsAhead } from "./clinics";
export { DetailsTab } from "./DetailsTab";
export { LocationsTab } from "./LocationsTab";
export { MetricsTab } from "./MetricsTab";
export { StaffTab } from "./StaffTab";
