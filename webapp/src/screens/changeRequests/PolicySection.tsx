import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { plural } from "@/lib/format/numbers";
import { SwitchCell } from "@/ui/cells/SwitchCell";
import { Section } from "@/ui/layout/DetailScreen";
import { Tool } from "@/ui/layout/Toolbar";
import { TableCard } from "@/ui/list/TableCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { PolicyForm } from "./PolicyForm";
import { ListQuestion, useSaveList } from "./SavedList";
import { type ApprovalPolicy, policyKey, readPolicies, savePoliciesRequest } from "./shared/policies";
import { usePolicyTexts } from "./shared/usePolicyTexts";

type Policies = readonly ApprovalPolicy[];
/** Change of a policy that needs a confirmation. */
interface Question {
  kind: keyof typeof edits;
  policy: ApprovalPolicy;
}

const switched = (policies: Policies, policy: ApprovalPolicy, enabled: boolean) =>
  policies.map((candidate) => (policyKey(candidate) === policyKey(policy) ? { ...candidate, enabled } : candidate));
const edits = {
  disable: (policies: Policies, policy: ApprovalPolicy) => switched(policies, policy, false),
  remove: (policies: Policies, policy: ApprovalPolicy) =>
    policies.filter((other) => policyKey(other) !== policyKey(policy)),
};

/** Approval policies in a table. Super admins switch, add, edit and remove them. */
export function PolicySection({ policies, isEditable }: { policies: Policies; isEditable: boolean }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "policies" });
  const [editing, setEditing] = useState<ApprovalPolicy | "new" | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const { callName, conditionText } = usePolicyTexts();
  const save = useSaveList(readPolicies);
  const columns = useColumns(isEditable, {
    onEdit: setEditing,
    onRemove: (policy) => setQuestion({ kind: "remove", policy }),
    onSwitch: async (policy, on) => {
      if (!on) return setQuestion({ kind: "disable", policy });
      await save((list) => savePoliciesRequest(list, switched(list.policies, policy, true)), t("enabled"));
    },
  });
  return (
    <Section
      title={t("list")}
      action={isEditable && <Tool main icon="add" text={t("form.add")} onClick={() => setEditing("new")} />}
    >
      <TableCard caption={t("list")} columns={columns} rows={policies} rowKey={policyKey} empty={t("empty")} />
      {editing && <PolicyForm policy={editing === "new" ? null : editing} onClose={() => setEditing(null)} />}
      {question && (
        <ListQuestion
          title={t(`ask.${question.kind}.title`)}
          yes={t(`ask.${question.kind}.yes`)}
          note={t("ask.note")}
          call="SaveApprovalPolicies"
          read={readPolicies}
          toRequest={(list) => savePoliciesRequest(list, edits[question.kind](list.policies, question.policy))}
          done={t(question.kind === "remove" ? "removed" : "disabled")}
          onClose={() => setQuestion(null)}
        >
          {t(`ask.${question.kind}.text`, {
            call: callName(question.policy.call),
            condition: conditionText(question.policy),
          })}
        </ListQuestion>
      )}
    </Section>
  );
}

interface Events {
  onEdit: (policy: ApprovalPolicy) => void;
  onRemove: (policy: ApprovalPolicy) => void;
  onSwitch: (policy: ApprovalPolicy, on: boolean) => Promise<void>;
}
function useColumns(isEditable: boolean, { onEdit, onRemove, onSwitch }: Events): Column<ApprovalPolicy>[] {
  const { t } = useTranslation("changeRequests", { keyPrefix: "policies" });
  const { callName, conditionText, rolesText } = usePolicyTexts();
  return useMemo(() => {
    const named = (policy: ApprovalPolicy) => ({ call: callName(policy.call), condition: conditionText(policy) });
    return [
      column.text<ApprovalPolicy>("call", t("columns.call"), 190, ({ call }) => callName(call), { heading: true }),
      column.text<ApprovalPolicy>(["condition", "field", "at_least"], t("columns.condition"), 230, conditionText),
      column.text<ApprovalPolicy>(
        ["approvals", "roles"],
        t("columns.approvals"),
        210,
        ({ approvals }) => t("count", plural(approvals)),
        { note: ({ roles }) => rolesText(roles) },
      ),
      isEditable
        ? column.custom<ApprovalPolicy>("enabled", t("columns.enabled"), 90, (policy) => (
            <SwitchCell
              label={t("switch", named(policy))}
              on={policy.enabled}
              onSwitch={(on) => onSwitch(policy, on)}
            />
          ))
        : column.status<ApprovalPolicy>("enabled", t("columns.enabled"), 90, ({ enabled }) => ({
            text: t(enabled ? "on" : "off"),
            tone: enabled ? "good" : "neutral",
          })),
      ...(isEditable
        ? [
            column.buttons<ApprovalPolicy>(t("columns.actions"), 96, (policy) => [
              { icon: "edit", label: t("edit", named(policy)), onClick: () => onEdit(policy) },
              { icon: "delete", label: t("remove", named(policy)), onClick: () => onRemove(policy) },
            ]),
          ]
        : []),
    ];
  }, [t, isEditable, callName, conditionText, rolesText, onEdit, onRemove, onSwitch]);
}
