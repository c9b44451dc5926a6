import type { components } from "@/api/gen/schema";
import { Timeline } from "./shared/Timeline";

export { Timeline };

export function ClinicTimeline({ clinic: { id } }: { clinic: components["schemas"]["ClinicDetail"] }) {
  return <Timeline record={{ kind: "clinic", id }} />;
}

export function DoctorTimeline({ doctor: { id } }: { doctor: components["schemas"]["DoctorProfile"] }) {
  return <Timeline record={{ kind: "doctor", id }} />;
}
