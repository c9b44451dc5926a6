export { KeyErrorsScreen } from "./KeyErrorsScreen";
export { KeyLogScreen } from "./KeyLogScreen";
export { KeysScreen } from "./KeysScreen";
