export { ClinicDoctorTab } from "./ClinicDoctorTab";
export { DoctorsTab } from "./DoctorsTab";
