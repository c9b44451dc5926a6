export { InterestsScreen } from "./InterestsScreen";
export { StatsScreen } from "./StatsScreen";
export { TagsScreen } from "./TagsScreen";
