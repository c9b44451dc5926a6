import { Button } from "@blueprintjs/core";
import { type ReactNode, use, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ChangeCall, proposableCalls } from "@/api/gen/proposableCalls";
import type { Mutation } from "@/api/mutation";
import { proposedChanges } from "@/api/proposedChanges";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { PolicyNoticeContext, ProposalContext } from "./proposalContext";
import { useErrorToast } from "./useErrorToast";

interface Props {
  /** Name of the call that Save makes. */
  call: ChangeCall | null;
  /** Return the change that Save would send; null if there is none. */
  toProposal: () => Promise<Mutation | null>;
  onProposed: () => void;
  /** A policy refused the change, so "Propose…" is the main button. */
  isMain?: boolean;
}

interface Proposal {
  button: ReactNode;
  dialog: ReactNode;
  /** The approvals that policies require. It reads the policies when it is rendered. */
  notice: ReactNode;
}
/**
 * "Propose…" beside Save: propose the change for review in place of making it. All parts are null if a change request
 * cannot contain the call.
 */
export function usePropose({ call, toProposal, onProposed, isMain = false }: Props): Proposal {
  const { t } = useTranslation();
  const Dialog = use(ProposalContext);
  const Notice = use(PolicyNoticeContext);
  const [change, setChange] = useState<Mutation | null>(null);
  const changes = useMemo(() => change && proposedChanges(change), [change]);
  const fail = useErrorToast();
  const ask = useSingleFlight(async () => {
    try {
      setChange(await toProposal());
    } catch (error) {
      fail(error);
    }
  });
  if (!Dialog || call === null || !Object.hasOwn(proposableCalls, call))
    return { button: null, dialog: null, notice: null };
  return {
    button: (
      <Button
        text={t("propose")}
        intent={isMain ? "primary" : "none"}
        aria-disabled={ask.busy}
        onClick={() => void ask.run()}
      />
    ),
    notice: Notice && <Notice call={call} />,
    dialog: changes && <Dialog changes={changes} onProposed={onProposed} onClose={() => setChange(null)} />,
  };
}
