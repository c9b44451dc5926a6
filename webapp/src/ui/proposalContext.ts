import { type ComponentType, createContext } from "react";
import type { ChangeCall } from "@/api/gen/proposableCalls";
import type { Mutation } from "@/api/mutation";

export interface ProposalProps {
  /** The change to propose in place of sending it. */
  change: Mutation;
  /** Called after the change request was created. */
  onProposed: () => void;
  onClose: () => void;
}

/** Dialog that proposes a change for review; the app provides it. */
export const ProposalContext = createContext<ComponentType<ProposalProps> | null>(null);

/** The approvals that policies require for a call; the app provides it. Renders nothing if none covers the call. */
export const PolicyNoticeContext = createContext<ComponentType<{ call: ChangeCall }> | null>(null);
