import { useRef } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { accountTypes } from "@/api/gen/constants";
import { sameEffect } from "@/api/gen/proposableCalls";
import { saveApprovalPoliciesRules } from "@/api/gen/rules";
import { Detail } from "@/ui/cells/cells";
import { ChoiceCards } from "@/ui/fields/ChoiceCards";
import { NumberField } from "@/ui/fields/fields";
import { SelectField } from "@/ui/fields/SelectField";
import { ToggleField } from "@/ui/fields/ToggleField";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { CheckFilter } from "@/ui/filters/CheckFilter";
import { FormDialog } from "@/ui/form/FormDialog";
import { useRecordVersion } from "@/ui/form/useRecordVersion";
import {
  conditionsOf,
  emptyPolicy,
  hasNumber,
  numberFields,
  type PolicyValues,
  policyCalls,
  toFormValues,
  toPolicy,
} from "./policyValues";
import {
  type ApprovalPolicy,
  type PolicyList,
  policyKey,
  readPolicies,
  savePoliciesRequest,
  useRefreshPolicies,
} from "./shared/policies";
import { usePolicyTexts } from "./shared/usePolicyTexts";

interface Props {
  /** The edited policy; null adds one. */
  policy: ApprovalPolicy | null;
  onClose: () => void;
}

/** Add or edit a policy. The list is saved as a whole, so it is read again before. */
export function PolicyForm({ policy, onClose }: Props) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "policies.form" });
  const refresh = useRefreshPolicies();
  const list = useRef<PolicyList>(null);
  const { versions, shown } = usePolicyVersion(policy, async () => {
    list.current = await readPolicies();
    return list.current;
  });

  function save(values: PolicyValues) {
    if (list.current === null) return null;
    const { policies } = list.current;
    const others = policies.filter((other) => !policy || policyKey(other) !== policyKey(policy));
    return savePoliciesRequest(list.current, [...others, toPolicy(values)]);
  }
  return (
    <FormDialog<PolicyValues>
      title={t(policy ? "edit" : "add")}
      submit={t(policy ? "save" : "submit")}
      initial={policy ? toFormValues(policy) : emptyPolicy}
      // The name of a form has no room for a call and its condition.
      draft={policy ? null : "approvalPolicy"}
      rules={saveApprovalPoliciesRules.policies}
      call="SaveApprovalPolicies"
      versions={versions}
      shown={shown}
      prepare={async (values) => {
        if (!policy) list.current = await readPolicies();
        return values;
      }}
      toRequest={save}
      done={t(policy ? "saved" : "added")}
      onSent={refresh}
      onClose={onClose}
    >
      {(ask, form) => <Fields ask={ask} form={form} adds={!policy} />}
    </FormDialog>
  );
}

interface FieldsProps {
  ask: GetFieldProps<PolicyValues>;
  form: UseFormReturn<PolicyValues>;
  adds: boolean;
}
function Fields({ ask, form, adds }: FieldsProps) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "policies.form" });
  const { t: common } = useTranslation();
  const { callName, fieldName } = usePolicyTexts();
  const [call, condition, field] = form.watch(["call", "condition", "field"]);
  const others = sameEffect[call];
  const calls = policyCalls.map((value) => ({ value, text: callName(value) }));
  // A stored policy may have another field or condition than those that the form offers.
  const fields = new Set([...(numberFields[call] ?? []), ...(field ? [field] : [])]);
  const conditions = new Set([...conditionsOf(call), ...(field ? (["field"] as const) : [])]);

  /** Keep the condition if the new call has it. */
  function onCall() {
    const { call: chosen, condition, field } = form.getValues();
    const [first = ""] = conditionsOf(chosen);
    if (!conditionsOf(chosen).some((candidate) => candidate === condition)) form.setValue("condition", chosen && first);
    if (!numberFields[chosen]?.includes(field)) form.setValue("field", numberFields[chosen]?.[0] ?? "");
  }
  return (
    <>
      {adds ? (
        <SelectField
          label={t("call")}
          options={calls.sort((a, b) => a.text.localeCompare(b.text))}
          {...ask("call", { missing: t("missing.call"), onChange: onCall })}
        />
      ) : (
        <dl>
          <Detail name={t("call")}>{callName(call)}</Detail>
        </dl>
      )}
      {others && <p className="soft">{t("sameEffect", { calls: others.map(callName).join(", ") })}</p>}
      {call && (
        <ChoiceCards
          legend={t("condition")}
          choices={[...conditions].map((value) => ({
            value,
            title: t(`conditions.${value}`),
            ...(value === "targets" && { text: t("targetsHint") }),
          }))}
          {...ask("condition", { missing: t("missing.condition") })}
        />
      )}
      {call && condition === "field" && (
        <SelectField
          label={t("field")}
          options={[...fields].map((value) => ({ value, text: fieldName(value) }))}
          {...ask("field", { required: true, missing: t("missing.field") })}
        />
      )}
      {call && hasNumber(condition) && (
        <NumberField label={t("atLeast")} {...ask("at_least", { required: true, missing: t("missing.atLeast") })} />
      )}
      {call && (
        <>
          <NumberField label={t("approvals")} {...ask("approvals", { required: true })} />
          <ToggleField
            name="roles"
            control={form.control}
            legend={t("roles")}
            choices={accountTypes.map((type) => ({ value: type, text: common(`accountTypes.${type}`) }))}
            missing={t("missing.roles")}
          />
        </>
      )}
      <Controller
        name="enabled"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <CheckFilter label={t("enabled")} checked={value} onChange={onChange} />
        )}
      />
    </>
  );
}

function usePolicyVersion(policy: ApprovalPolicy | null, read: () => Promise<PolicyList>) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "policies.form" });
  const { t: common } = useTranslation();
  const { callName, fieldName, rolesText } = usePolicyTexts();
  const conditions = t("conditions", { returnObjects: true }) as Record<string, string>;
  return useRecordVersion<ApprovalPolicy, PolicyValues>(policy, {
    read: async (row) => (await read()).policies.find((candidate) => policyKey(candidate) === policyKey(row)) ?? row,
    valuesOf: toFormValues,
    textOf: (name, value) => {
      if (name === "call") return callName(String(value));
      if (name === "field") return fieldName(String(value));
      if (name === "condition") return conditions[String(value)] ?? String(value);
      if (name === "roles") return rolesText(value as readonly string[]);
      return typeof value === "boolean" ? common(value ? "yes" : "no") : String(value ?? "");
    },
    fields: {
      call: t("call"),
      condition: t("condition"),
      field: t("field"),
      at_least: t("atLeast"),
      approvals: t("approvals"),
      roles: t("roles"),
      enabled: t("enabled"),
    },
  });
}
