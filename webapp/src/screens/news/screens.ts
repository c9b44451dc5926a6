export { NewsScreen } from "./NewsScreen";
