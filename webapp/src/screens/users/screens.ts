export { ToUsers } from "./ToUsers";
export { UserScreen } from "./UserScreen";
export { UsersScreen } from "./UsersScreen";
