export { PaymentsTab } from "./PaymentsTab";
