import { Button } from "@blueprintjs/core";
import { type ReactNode, use, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ChangeCall, proposableCalls } from "@/api/gen/proposableCalls";
import type { Mutation } from "@/api/mutation";
import { proposedChanges } from "@/api/proposedChanges";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { PolicyNoticeContext, ProposalContext } from "../context/proposalContext";
import { useErrorToast } from "../feedback/useErrorToast";
import { ActionMenu } from "../menu/ActionMenu";

interface Props {
  /** Name of the call that Save makes. */
  call: ChangeCall | null;
  /** Return the change that Save would send; null if there is none. */
  toProposal: () => Promise<Mutation | null>;
  onProposed: () => void;
  /** A policy refused the change, so "Propose…" is the main button. */
  isMain?: boolean;
  /** The call always needs an approval, whichever policies are saved. */
  alwaysAsked?: boolean;
}

interface Proposal {
  /** The button "Propose…" if a policy covers the call. */
  button: ReactNode;
  /** The menu beside Save, with "Propose…", if no policy covers the call. */
  menu: ReactNode;
  dialog: ReactNode;
  /** The approvals that policies require. It reads the policies when it is rendered. */
  notice: ReactNode;
}
/**
 * "Propose…": propose the change for review instead of making it. A button if a policy requires it, otherwise in
 * the menu of Save. All parts are null if a change request cannot contain the call.
 */
export function usePropose({ call, toProposal, onProposed, isMain = false, alwaysAsked = false }: Props): Proposal {
  const { t } = useTranslation();
  const Dialog = use(ProposalContext);
  const Notice = use(PolicyNoticeContext);
  const [isCovered, setIsCovered] = useState(false);
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
    return { button: null, menu: null, dialog: null, notice: null };
  const isButton = isMain || alwaysAsked || isCovered;
  return {
    button: isButton && (
      <Button
        text={t("propose")}
        intent={isMain ? "primary" : "none"}
        aria-disabled={ask.busy}
        onClick={() => void ask.run()}
      />
    ),
    menu: !isButton && (
      <ActionMenu
        iconOnly
        icon="open"
        label={t("otherWays")}
        items={[{ key: "propose", text: t("propose"), onSelect: () => void ask.run() }]}
      />
    ),
    notice: Notice && <Notice call={call} onCovered={setIsCovered} />,
    dialog: changes && <Dialog changes={changes} onProposed={onProposed} onClose={() => setChange(null)} />,
  };
}
