import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { appTypes } from "@/api/gen/constants";
import { declineBroadcastRules } from "@/api/gen/rules";
import { useRefresh } from "@/api/hooks";
import { useRealtime } from "@/api/realtime";
import { useSession } from "@/api/useSession";
import { labelOf } from "@/lib/labels";
import { formatNumber } from "@/lib/numbers";
import { column } from "@/ui/columns";
import { Section } from "@/ui/DetailScreen";
import { FormDialog } from "@/ui/FormDialog";
import { TextField } from "@/ui/fields/fields";
import { TableCard } from "@/ui/TableCard";
import { Tool } from "@/ui/Toolbar";
import { approveBroadcast, declineBroadcastRequest, type Proposal, useProposals } from "./broadcasts";
import { SendBroadcastDialog } from "./SendBroadcastDialog";
import { useBroadcastName } from "./useBroadcastName";
import { useSendBroadcast } from "./useSendBroadcast";

const tones = { waiting: "waiting", sent: "good", declined: "bad", expired: "neutral" } as const;
const states = Object.keys(tones) as (keyof typeof tones)[];

/**
 * Broadcasts that wait for a second person's approval, and the last ten decisions. Renders nothing if there were no
 * requests.
 */
export function Proposals() {
  const { t } = useTranslation("broadcasts");
  const { data } = useProposals();
  const reload = useRefresh("/careops/broadcasts/proposals", "/careops/broadcasts");
  const [chosen, setChosen] = useState<{ proposal: Proposal; to: "approve" | "decline" } | null>(null);
  useRealtime("admin", () => void reload());
  const approve = useSendBroadcast(
    () => approveBroadcast(chosen?.proposal.id ?? 0),
    t("proposals.approved"),
    () => undefined,
  );
  const columns = useColumns(setChosen);
  const rows = data?.data.proposals ?? [];
  const close = () => setChosen(null);
  if (rows.length === 0) return null;
  return (
    <Section title={t("proposals.title")}>
      <TableCard
        caption={t("proposals.title")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={t("empty")}
      />
      {chosen?.to === "approve" && (
        <SendBroadcastDialog
          app={appTypes.find((known) => known === chosen.proposal.app_type) ?? null}
          askedBy={chosen.proposal.asked_by}
          onYes={() => void approve.run()}
          onClose={close}
        />
      )}
      {chosen?.to === "decline" && <Decline proposal={chosen.proposal} onClose={close} />}
    </Section>
  );
}

function useColumns(choose: (chosen: { proposal: Proposal; to: "approve" | "decline" }) => void) {
  const { t } = useTranslation("broadcasts");
  const nameOf = useBroadcastName();
  const me = useSession()?.user.id;
  return useMemo(() => {
    const words = t("proposals.states", { returnObjects: true });
    const stateOf = ({ state }: Proposal) => {
      const known = states.find((one) => one === state);
      return { text: labelOf(words, state) ?? state, tone: known ? tones[known] : "neutral" };
    };
    return [
      column.text<Proposal>(["kind", "app_type"], t("columns.what"), 170, nameOf),
      column.status<Proposal>("state", t("proposals.state"), 110, stateOf),
      column.text<Proposal>("asked_by", t("proposals.askedBy"), 130, ({ asked_by }) => asked_by),
      column.moment<Proposal>("asked_at", t("proposals.askedAt"), 175, ({ asked_at }) => asked_at),
      column.number<Proposal>("devices", t("columns.devices"), 80, ({ devices }) => formatNumber(devices)),
      column.text<Proposal>(["decided_by", "reason"], t("proposals.decidedBy"), 160, ({ decided_by }) => decided_by, {
        note: ({ reason }) => reason,
      }),
      column.actions<Proposal>(t("columns.actions"), 220, (proposal) => {
        if (proposal.state !== "waiting") return null;
        const decline = () => choose({ proposal, to: "decline" });
        if (proposal.asked_by_id === me) return <Tool text={t("proposals.takeBack")} onClick={decline} />;
        return (
          <>
            <Tool text={t("proposals.approve")} onClick={() => choose({ proposal, to: "approve" })} />
            <Tool text={t("proposals.decline")} onClick={decline} />
          </>
        );
      }),
    ];
  }, [t, nameOf, me, choose]);
}

/** Ask for a reason, which the requester will see. */
function Decline({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const { t } = useTranslation("broadcasts");
  const reload = useRefresh("/careops/broadcasts/proposals");
  const nameOf = useBroadcastName();
  return (
    <FormDialog
      title={t("proposals.declineTitle", { name: nameOf(proposal) })}
      submit={t("proposals.decline")}
      initial={{ reason: "" }}
      draft={`broadcastDecline.${proposal.id}`}
      rules={declineBroadcastRules}
      call="DeclineBroadcast"
      toRequest={({ reason }) => declineBroadcastRequest(proposal.id, reason)}
      done={t("proposals.declined")}
      onSent={reload}
      onClose={onClose}
    >
      {(ask) => <TextField label={t("proposals.reason")} autoComplete="off" {...ask("reason")} />}
    </FormDialog>
  );
}
