import { type ComponentType, createContext } from "react";
import type { Mutation } from "@/api/mutation";

export interface FormToolProps {
  /** The change that would be sent now; null if there is none. */
  wouldSend: () => Promise<Mutation | null>;
}

/** Tool in the header of forms and questions that change something; the app provides it. */
export const FormToolContext = createContext<ComponentType<FormToolProps> | null>(null);
