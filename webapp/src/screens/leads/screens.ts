export { LeadsScreen } from "./LeadsScreen";
export { UploadsScreen } from "./UploadsScreen";
