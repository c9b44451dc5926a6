import { type ComponentType, createContext } from "react";
import type { ChangeRequest } from "@/api/changeRequest";

export interface ProposalProps {
  /** The change to propose in place of sending it. */
  change: ChangeRequest;
  /** Called after the change request was created. */
  onProposed: () => void;
  onClose: () => void;
}

/** Dialog that proposes a change for review; the app provides it. */
export const ProposalContext = createContext<ComponentType<ProposalProps> | null>(null);
