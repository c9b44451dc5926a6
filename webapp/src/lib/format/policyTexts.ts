import type { TFunction } from "i18next";
import { accountTypes } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { formatMoment } from "../time/dates";
import { callTexts } from "./callTexts";
import { labelOf } from "./labels";
import { formatNumber, plural } from "./numbers";

type ApprovalPolicy = components["schemas"]["ApprovalPolicy"];
type FreezePeriod = components["schemas"]["FreezePeriod"];

export const periodText = ({ starts_at, ends_at }: FreezePeriod) =>
  `${formatMoment(starts_at)} – ${formatMoment(ends_at)}`;

/** Texts of policies: their parts for the table, one sentence for forms, and the reason of a refusal. */
export function policyTexts(t: TFunction<"changeRequests">, common: TFunction) {
  const calls = {
    ...callTexts(t),
    ...t("policies.others", { returnObjects: true }),
  };
  const fields = t("policies.fields", { returnObjects: true });
  const types = common("accountTypes", { returnObjects: true });
  const callName = (call: string) => labelOf(calls, call) ?? call;
  const fieldName = (field: string | null) => labelOf(fields, field)?.replaceAll("_", " ") ?? "";
  const isAnyone = (roles: readonly string[]) => accountTypes.every((type) => roles.includes(type));

  function rolesText(roles: readonly string[]): string {
    if (isAnyone(roles)) return t("policies.anyone");
    const [first = "", second] = roles.map((role) => labelOf(types, role) ?? role);
    return second ? t("policies.either", { one: first, other: second }) : first;
  }
  function conditionText({ condition, field, at_least }: ApprovalPolicy): string {
    const formatted = formatNumber(at_least ?? 0);
    switch (condition) {
      case "field":
        return t("policies.conditions.field", { field: fieldName(field), formatted });
      case "targets":
      case "devices":
        return t(`policies.conditions.${condition}`, { formatted });
      case "always":
      case "staff_blocked":
        return t(`policies.conditions.${condition}`);
      default:
        return condition.replaceAll("_", " ");
    }
  }
  function approvalText({ approvals, roles }: ApprovalPolicy): string {
    const words = { ...plural(approvals), roles: rolesText(roles) };
    return t(isAnyone(roles) ? "policies.needs.anyone" : "policies.needs.roles", words);
  }
  /** "This needs the approval of 1 other staff member if it changes 50 records or more within an hour." */
  function sentence(policy: ApprovalPolicy): string {
    const { condition, field, at_least } = policy;
    const count = at_least ?? 0;
    const words = { approval: approvalText(policy), ...plural(count), field: fieldName(field) };
    switch (condition) {
      case "always":
      case "targets":
      case "field":
      case "devices":
      case "staff_blocked":
      case "loosened":
        return t(`policies.notice.${condition}`, words);
      default:
        return t("policies.notice.always", words);
    }
  }
  /** "Switch clinic features: This needs …". A call without a name is left out. */
  function reason(policy: ApprovalPolicy): string {
    const name = labelOf(calls, policy.call);
    return name ? `${name}: ${sentence(policy)}` : sentence(policy);
  }
  /** Label of a policy in a recorded list, where `UpdateClinic field rooms_count` is its name. */
  function policyLabel(name: string): string | undefined {
    const [call = ""] = name.split(" ");
    return Object.hasOwn(calls, call) ? callName(call) : undefined;
  }
  /** Text of a recorded policy or freeze period; undefined for other values. */
  function protectionText(name: string, value: object): string | undefined {
    if ("starts_at" in value) return `${periodText(value as FreezePeriod)}: ${(value as FreezePeriod).reason}`;
    if (!("approvals" in value)) return undefined;
    const [call = "", condition = "", field = null] = name.split(" ");
    const policy = { call, condition, field, at_least: null, ...value } as ApprovalPolicy;
    const state = t(policy.enabled ? "policies.on" : "policies.off");
    const approvals = t("policies.count", plural(policy.approvals));
    return [conditionText(policy), approvals, rolesText(policy.roles), state].join(" · ");
  }
  return { callName, fieldName, rolesText, conditionText, sentence, reason, policyLabel, protectionText };
}
