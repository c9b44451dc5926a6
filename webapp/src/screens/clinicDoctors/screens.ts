export { DoctorScreen } from "./DoctorScreen";
export { DoctorsTab } from "./DoctorsTab";
