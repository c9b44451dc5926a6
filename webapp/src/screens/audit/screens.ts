export { ActivityScreen } from "./ActivityScreen";
export { LogsTab } from "./LogsTab";
export { SummaryTab } from "./SummaryTab";
