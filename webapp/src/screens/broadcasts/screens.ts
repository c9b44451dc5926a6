export { BroadcastsScreen } from "./BroadcastsScreen";
