export { UserScreen } from "./UserScreen";
export { UsersScreen } from "./UsersScreen";
