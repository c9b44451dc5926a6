export { LeadsScreen } from "./LeadsScreen";
