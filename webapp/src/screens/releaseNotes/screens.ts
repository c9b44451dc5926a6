export { ReleaseNotesScreen } from "./ReleaseNotesScreen";
