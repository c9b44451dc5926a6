import { type ComponentType, createContext } from "react";
import type { ChangeRequest } from "@/api/changeRequest";

export interface FormToolProps {
  /** The change that would be sent now; null if there is none. */
  wouldSend: () => Promise<ChangeRequest | null>;
}

/** Tool in the header of forms and questions that change something; the app provides it. */
export const FormToolContext = createContext<ComponentType<FormToolProps> | null>(null);
