export { AdminsTab } from "./AdminsTab";
