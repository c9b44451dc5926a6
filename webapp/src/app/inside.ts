// What everybody sees first behind the sign-in, the frame and the clinics, as one file of the build.
export * from "@/screens/clinics/screens";
export { Shell } from "./Shell";
