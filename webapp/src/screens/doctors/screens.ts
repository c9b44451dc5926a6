export { ClinicsTab } from "./ClinicsTab";
export { DoctorScreen } from "./DoctorScreen";
export { DoctorsScreen } from "./DoctorsScreen";
export { ProfileTab } from "./ProfileTab";
