export { UserScreen } from "./UserScreen";
export { UsersScreen } from "./UsersScreen";
export { readUserAhead, readUsersAhead } from "./users";
