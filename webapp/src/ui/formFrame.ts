import { type ComponentType, createContext } from "react";
import type { Sending } from "@/api/rehearsal";

export interface FormToolProps {
  /** What would be sent now; null where that is nothing, or not known yet. */
  wouldSend: () => Promise<Sending | null>;
}

/** What stands in the head of a form or a question that changes something, given by whoever knows the commands. */
export const FormFrameContext = createContext<ComponentType<FormToolProps> | null>(null);
