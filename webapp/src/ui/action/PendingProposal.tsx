import { use } from "react";
import { useStore } from "@/lib/state/store";
import { ProposalContext, pendingProposal } from "../context/proposalContext";

const close = () => pendingProposal.set(null);

/** Dialog for changes that a policy refused outside of a form. The frame renders it, because their place may be gone. */
export function PendingProposal() {
  const Dialog = use(ProposalContext);
  const changes = useStore(pendingProposal);
  return Dialog && changes && <Dialog changes={changes} onProposed={close} onClose={close} />;
}
