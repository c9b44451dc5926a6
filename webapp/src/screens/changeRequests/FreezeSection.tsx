import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { periodText } from "@/lib/format/policyTexts";
import { Section } from "@/ui/layout/DetailScreen";
import { Tool } from "@/ui/layout/Toolbar";
import { TableCard } from "@/ui/list/TableCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { FreezeForm } from "./FreezeForm";
import { endNow, stateOf } from "./freezeValues";
import { ListQuestion } from "./SavedList";
import { type FreezeList, type FreezePeriod, freezeKey, readFreezes, saveFreezesRequest } from "./shared/policies";

const tones = { active: "bad", planned: "waiting", over: "neutral" } as const;

/** Return the periods without this one, or with its end now if it has begun. */
function withoutPeriod({ periods }: FreezeList, period: FreezePeriod): FreezePeriod[] {
  const others = periods.filter((other) => freezeKey(other) !== freezeKey(period));
  return stateOf(period) === "active" && others.length < periods.length ? [...others, endNow(period)] : others;
}

/** Freeze periods in a table. Super admins add, end and remove them. */
export function FreezeSection({ periods, isEditable }: { periods: readonly FreezePeriod[]; isEditable: boolean }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "freezes" });
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<FreezePeriod | null>(null);
  const columns = useColumns(isEditable, setEnding);
  const kind = ending && stateOf(ending) === "active" ? "end" : "remove";
  return (
    <Section
      title={t("list")}
      action={isEditable && <Tool icon="add" text={t("form.add")} onClick={() => setAdding(true)} />}
    >
      <TableCard caption={t("list")} columns={columns} rows={periods} rowKey={freezeKey} empty={t("empty")} />
      {isAdding && <FreezeForm onClose={() => setAdding(false)} />}
      {ending && (
        <ListQuestion
          title={t(`ask.${kind}.title`)}
          yes={t(`ask.${kind}.yes`)}
          note={ending.reason}
          call="SaveFreezePeriods"
          read={readFreezes}
          toRequest={(list) => saveFreezesRequest(list, withoutPeriod(list, ending))}
          done={t(kind === "end" ? "ended" : "removed")}
          onClose={() => setEnding(null)}
        >
          {t(`ask.${kind}.text`)}
        </ListQuestion>
      )}
    </Section>
  );
}

function useColumns(isEditable: boolean, onEnd: (period: FreezePeriod) => void): Column<FreezePeriod>[] {
  const { t } = useTranslation("changeRequests", { keyPrefix: "freezes" });
  return useMemo(
    () => [
      column.text("reason", t("columns.reason"), 330, ({ reason }) => reason, { heading: true }),
      column.text(["starts_at", "ends_at"], t("columns.period"), 340, periodText),
      column.status(["ends_at", "starts_at"], t("columns.state"), 110, (period) => ({
        text: t(`states.${stateOf(period)}`),
        tone: tones[stateOf(period)],
      })),
      ...(isEditable
        ? [
            column.actions<FreezePeriod>(
              t("columns.actions"),
              120,
              (period) => (
                <Tool
                  text={t(stateOf(period) === "active" ? "ask.end.yes" : "ask.remove.yes")}
                  onClick={() => onEnd(period)}
                />
              ),
              { align: "end" },
            ),
          ]
        : []),
    ],
    [t, isEditable, onEnd],
  );
}
