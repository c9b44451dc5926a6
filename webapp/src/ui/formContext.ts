import { type ComponentType, createContext } from "react";
import type { Sending } from "@/api/dryRun";

export interface FormToolProps {
  /** The change that would be sent now; null if there is none. */
  wouldSend: () => Promise<Sending | null>;
}

/** Tool in the header of forms and questions that change something; the app provides it. */
export const FormFrameContext = createContext<ComponentType<FormToolProps> | null>(null);
