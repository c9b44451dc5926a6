export { WeeklyNewsScreen } from "./WeeklyNewsScreen";
