// The frame and the clinics screen in one chunk, because everyone sees them first after the sign-in.
export * from "@/screens/clinics/screens";
export { Shell } from "./Shell";
