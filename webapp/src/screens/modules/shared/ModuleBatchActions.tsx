import { useState } from "react";
import { useTranslation } from "react-i18next";
import { batchRequest, sendBatchChange } from "@/api/batchChange";
import { batchLimit } from "@/api/batchLimit";
import { maxChanges } from "@/api/gen/constants";
import { useRefresh } from "@/api/hooks";
import type { Mutation } from "@/api/mutation";
import { paths } from "@/app/paths";
import { plural } from "@/lib/format/numbers";
import { ConfirmDialog } from "@/ui/dialog/ConfirmDialog";
import { ActionMenu } from "@/ui/menu/ActionMenu";
import { SelectionBar } from "@/ui/selection/SelectionBar";
import { useBulk } from "@/ui/selection/useBulk";
import type { Selection } from "@/ui/selection/useSelection";
import { changesPath } from "./moduleChanges";
import { type Clinic, isOn, keyOf, type Switch, switchTrail, toggleBatch, withToggled } from "./switches";

interface Props<Row extends Clinic> {
  selection: Selection<Row>;
  total: number;
  switches: readonly Switch[];
  onSwitched: () => Promise<unknown>;
}
type Asking = { option: Switch; on: boolean };

export const rowKey = ({ id }: Clinic) => id;
export const nameOf = ({ name }: Clinic) => name;
const ways = [true, false] as const;
/** The most clinics of one request. */
const most = () => batchLimit.get() || maxChanges;

/** The selected clinics, and the switch of a module or flag at all of them (decision 430). */
export function ModuleBatchActions<Row extends Clinic>({ selection, total, switches, onSwitched }: Props<Row>) {
  const { t } = useTranslation("modules", { keyPrefix: "many" });
  const refresh = useRefresh(changesPath);
  const reload = () => Promise.all([onSwitched(), refresh()]);
  const bulk = useBulk({ selection, rowKey, nameOf, reload });
  const [asking, setAsking] = useState<Asking | null>(null);

  function run({ option, on }: Asking) {
    setAsking(null);
    const module = option.name;
    const textOptions = (rows: readonly Row[]) => ({ module, ...plural(rows.length) });
    void bulk.run({
      title: t(on ? "going.on" : "going.off", { module }),
      each: {
        send: (rows) => sendBatchChange(rows, toggleBatch(option, on)),
        undo: (rows) => sendBatchChange(rows, toggleBatch(option, !on)),
        trail: (clinic) => switchTrail(clinic, option),
        addressOf: ({ id }) => paths.clinic({ clinicId: id }),
        unchanged: (rows) => t(on ? "unchanged.on" : "unchanged.off", textOptions(rows)),
        most: most(),
      },
      done: (rows) => t(on ? "done.on" : "done.off", textOptions(rows)),
      after: (clinic) => withToggled(clinic, option, on),
    });
  }
  /** The change of all selected clinics, which a change request takes at once. */
  const toProposal = async ({ option, on }: Asking) =>
    batchRequest(await selection.rows(new AbortController().signal), toggleBatch(option, on));
  /** The change as one command; none if it needs several requests. */
  async function toRequest({ option, on }: Asking) {
    const rows = await selection.rows(new AbortController().signal);
    return rows.length <= most() ? batchRequest(rows, toggleBatch(option, on)) : null;
  }
  return (
    <>
      <SelectionBar selection={selection} total={total}>
        {ways.map((on) => (
          <ActionMenu
            key={String(on)}
            label={t(on ? "on" : "off")}
            busy={bulk.busy}
            items={switches.map((option) => ({
              key: keyOf(option),
              text: option.name,
              onSelect: () => setAsking({ option, on }),
            }))}
          />
        ))}
      </SelectionBar>
      {asking && (
        <Question
          asking={asking}
          selection={selection}
          toRequest={() => toRequest(asking)}
          toProposal={() => toProposal(asking)}
          onYes={() => run(asking)}
          onNo={() => setAsking(null)}
        />
      )}
      {bulk.dialog}
    </>
  );
}

interface QuestionProps {
  asking: Asking;
  selection: Pick<Selection<Clinic>, "count" | "everything" | "loadedRows">;
  toRequest: () => Promise<Mutation | null>;
  toProposal: () => Promise<Mutation | null>;
  onYes: () => void;
  onNo: () => void;
}
/** Names the module, the clinics and what changes for them, also those for which nothing changes. */
function Question({ asking: { option, on }, selection, toRequest, toProposal, onYes, onNo }: QuestionProps) {
  const { t } = useTranslation("modules", { keyPrefix: "many" });
  const { t: common } = useTranslation();
  const named = useNames();
  const module = option.name;
  const { count, everything, loadedRows } = selection;
  const alike = loadedRows.filter((clinic) => isOn(clinic, option) === on);
  const note =
    alike.length > 0 &&
    t(on ? "already.on" : "already.off", { ...plural(alike.length), names: named(alike, alike.length) });
  return (
    <ConfirmDialog
      title={t(on ? "title.on" : "title.off", { module, ...plural(count) })}
      intent={on ? "primary" : "danger"}
      note={note && !everything ? note : undefined}
      yes={t(on ? "yes.on" : "yes.off")}
      no={common("cancel")}
      call={toggleBatch(option, on).change}
      toRequest={toRequest}
      toProposal={toProposal}
      onYes={onYes}
      onNo={onNo}
    >
      {t(on ? "effect.on" : "effect.off", { module, names: named(loadedRows, count) })}
    </ConfirmDialog>
  );
}

const mostNamed = 5;
/** The first names, and how many more there are. */
function useNames() {
  const { t } = useTranslation("selection", { keyPrefix: "report" });
  return (clinics: readonly Clinic[], count: number) => {
    const names = clinics.slice(0, mostNamed).map(nameOf);
    const unnamedCount = count - names.length;
    const text = names.join(", ");
    return unnamedCount > 0 ? `${text} ${t("more", plural(unnamedCount))}` : text;
  };
}
