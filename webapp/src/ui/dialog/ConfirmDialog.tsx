import { Button } from "@blueprintjs/core";
import { type ReactNode, use } from "react";
import { useTranslation } from "react-i18next";
import type { ChangeCall } from "@/api/gen/proposableCalls";
import type { Mutation } from "@/api/mutation";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { FormToolContext } from "../context/formContext";
import css from "./ConfirmDialog.module.css";
import { Modal, ModalBody, ModalFoot } from "./Modal";
import { AlreadyDialog, type FindAlready, useAlready } from "./useAlready";
import { usePropose } from "./usePropose";

interface Props {
  title: string;
  children: ReactNode;
  /** Information below the question. */
  note?: string | undefined;
  /** A choice below the question. */
  option?: ReactNode;
  yes?: string;
  no?: string;
  intent?: "primary" | "danger";
  /** Disables Yes for now. */
  waits?: boolean;
  /** The button with the initial focus: No if Yes deletes something, so that a hasty Enter does no harm. */
  first?: "yes" | "no";
  /** Build the request that Yes sends, which the console can show as a command; null if it is not a single one. */
  toRequest?: () => Mutation | null | Promise<Mutation | null>;
  /** Name of the call that Yes makes. If a change request can contain it, the question offers "Propose…". */
  call?: ChangeCall;
  /** Build the request to propose, if it differs from that of `toRequest`. */
  toProposal?: () => Promise<Mutation | null>;
  /** The call always needs an approval. */
  alwaysAsked?: boolean;
  /** Read whether the record already has the state that Yes asks for. Then nothing is sent. */
  already?: FindAlready;
  onYes: () => void;
  onNo: () => void;
}

/** A question with two answers. Escape means No. */
export function ConfirmDialog({
  title,
  children,
  note,
  option,
  yes,
  no,
  intent = "primary",
  waits = false,
  first = intent === "danger" ? "no" : "yes",
  toRequest,
  call,
  toProposal,
  alwaysAsked = false,
  already: findAlready,
  onYes,
  onNo,
}: Props) {
  const { t } = useTranslation();
  const { already, check } = useAlready(findAlready);
  const checked = useSingleFlight(async () => {
    if (!(await check())) onYes();
  });
  const Tool = use(FormToolContext);
  const tool = Tool && toRequest && <Tool wouldSend={async () => toRequest()} />;
  const proposal = usePropose({
    call: call ?? null,
    toProposal: toProposal ?? (async () => toRequest?.() ?? null),
    onProposed: onNo,
    alwaysAsked,
  });
  if (already)
    return (
      <AlreadyDialog already={already} title={title} question width={420} first="[data-answer=no]" onClose={onNo} />
    );
  return (
    <Modal title={title} question width={420} first={`[data-answer=${first}]`} tool={tool} onClose={onNo}>
      <ModalBody>
        <p>{children}</p>
        {note && <p className={`soft ${css.note}`}>{note}</p>}
        {option && <div className={css.note}>{option}</div>}
        {proposal.notice && <div className={css.note}>{proposal.notice}</div>}
      </ModalBody>
      <ModalFoot>
        {/* First, so that Tab leads from No to Yes. */}
        {proposal.button}
        <Button text={no ?? t("no")} onClick={onNo} data-answer="no" />
        <Button
          intent={intent}
          text={yes ?? t("yes")}
          disabled={waits}
          onClick={() => (findAlready ? void checked.run() : onYes())}
          data-answer="yes"
        />
        {proposal.menu}
      </ModalFoot>
      {proposal.dialog}
    </Modal>
  );
}
