import { type ComponentType, createContext } from "react";
import type { ChangeCall } from "@/api/gen/proposableCalls";
import type { ProposedChange } from "@/api/proposedChanges";
import { createStore } from "@/lib/state/store";

export interface ProposalProps {
  /** Changes to propose in place of sending them. */
  changes: readonly ProposedChange[];
  /** Called after the change request was created. */
  onProposed: () => void;
  onClose: () => void;
}

/** Changes that a policy refused and the user now proposes; null if there are none. `PendingProposal` shows the dialog. */
export const pendingProposal = createStore<readonly ProposedChange[] | null>(null);

/** Dialog that proposes a change for review; the app provides it. */
export const ProposalContext = createContext<ComponentType<ProposalProps> | null>(null);

export interface PolicyNoticeProps {
  call: ChangeCall;
  /** Called with true while an enabled policy covers the call. */
  onCovered: (isCovered: boolean) => void;
}

/** The approvals that policies require for a call; the app provides it. Renders nothing if none covers the call. */
export const PolicyNoticeContext = createContext<ComponentType<PolicyNoticeProps> | null>(null);
