export { CareCitiesScreen } from "./CareCitiesScreen";
