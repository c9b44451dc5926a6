export { DataGenerationScreen } from "./DataGenerationScreen";
