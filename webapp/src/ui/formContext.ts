import { type ComponentType, createContext } from "react";
import type { CapturedRequest } from "@/api/dryRun";

export interface FormToolProps {
  /** The change that would be sent now; null if there is none. */
  wouldSend: () => Promise<CapturedRequest | null>;
}

/** Tool in the header of forms and questions that change something; the app provides it. */
export const FormToolContext = createContext<ComponentType<FormToolProps> | null>(null);
