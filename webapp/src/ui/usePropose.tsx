import { Button } from "@blueprintjs/core";
import { type ReactNode, use, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ChangeRequest } from "@/api/changeRequest";
import { type ChangeCall, proposableCalls } from "@/api/gen/proposableCalls";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { ProposalContext } from "./proposalContext";
import { useErrorToast } from "./useErrorToast";

interface Props {
  /** Name of the call that Save makes. */
  call: ChangeCall | null;
  /** Return the change that Save would send; null if there is none. */
  toProposal: () => Promise<ChangeRequest | null>;
  onProposed: () => void;
}

/**
 * "Propose…" beside Save: propose the change for review in place of making it. Both are null if a change request cannot
 * contain the call.
 */
export function usePropose({ call, toProposal, onProposed }: Props): { button: ReactNode; dialog: ReactNode } {
  const { t } = useTranslation();
  const Dialog = use(ProposalContext);
  const [change, setChange] = useState<ChangeRequest | null>(null);
  const fail = useErrorToast();
  const ask = useSingleFlight(async () => {
    try {
      setChange(await toProposal());
    } catch (error) {
      fail(error);
    }
  });
  if (!Dialog || call === null || !Object.hasOwn(proposableCalls, call)) return { button: null, dialog: null };
  return {
    button: <Button text={t("propose")} aria-disabled={ask.busy} onClick={() => void ask.run()} />,
    dialog: change && <Dialog change={change} onProposed={onProposed} onClose={() => setChange(null)} />,
  };
}
