// The frame and the clinics screen in one chunk, because everyone sees them first after the sign-in.
// The table of texts is first needed behind the frame (i18n/index.ts).
import "@/i18n/areaTexts";

export * from "@/screens/clinics/screens";
export { Shell } from "./Shell";
