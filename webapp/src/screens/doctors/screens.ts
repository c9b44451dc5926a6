export { ClinicsTab } from "./ClinicsTab";
export { DoctorScreen } from "./DoctorScreen";
export { DoctorsScreen } from "./DoctorsScreen";
export { readDoctorAhead, readDoctorsAhead } from "./doctors";
export { ProfileTab } from "./ProfileTab";
