export { UniversitiesScreen } from "./UniversitiesScreen";
