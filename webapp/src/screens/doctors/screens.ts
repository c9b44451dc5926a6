export { DoctorScreen } from "./DoctorScreen";
