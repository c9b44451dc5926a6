export { LogsTab } from "./LogsTab";
export { SummaryTab } from "./SummaryTab";
