export { ChangeRequestScreen } from "./ChangeRequestScreen";
export { ChangeRequestsScreen } from "./ChangeRequestsScreen";
