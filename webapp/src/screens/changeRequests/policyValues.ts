import { accountTypes } from "@/api/gen/constants";
import { proposableCalls } from "@/api/gen/proposableCalls";
import type { ApprovalPolicy } from "./shared/policies";

type Condition = "always" | "targets" | "field" | "staff_blocked" | "devices";
/** Input of the form of a policy. */
export interface PolicyValues {
  call: string;
  condition: string;
  field: string;
  at_least: string;
  approvals: string;
  roles: readonly string[];
  enabled: boolean;
}

const broadcasts = ["SendWebUpgrade", "SendRelogin"];
/** Calls whose approval is not a policy of the list. */
const alwaysCovered = ["SaveApprovalPolicies", "SaveFreezePeriods"];
/** Calls that a policy can cover. */
export const policyCalls: readonly string[] = Object.keys(proposableCalls).filter(
  (call) => !alwaysCovered.includes(call),
);

/** Numeric parameters of calls that a policy can limit, without ids and positions. */
export const numberFields: Readonly<Record<string, readonly string[]>> = {
  AddClinicDoctor: ["fees", "patients_per_hour"],
  AddSchedule: ["discounted_fees"],
  CreatePromoCode: ["discount_percentage", "discount_amount"],
  UpdateClinic: ["rooms_count", "beds_count"],
  UpdatePromoCode: ["discount_percentage", "discount_amount"],
  UpdateSchedule: ["discounted_fees"],
};

/** Conditions that make sense for a call. */
export function conditionsOf(call: string): readonly Condition[] {
  if (broadcasts.includes(call)) return ["devices", "always"];
  return [
    "always",
    "targets",
    ...(numberFields[call] ? (["field"] as const) : []),
    ...(call === "UpdateUser" ? (["staff_blocked"] as const) : []),
  ];
}
export const hasNumber = (condition: string) => ["targets", "field", "devices"].includes(condition);

export const emptyPolicy: PolicyValues = {
  call: "",
  condition: "",
  field: "",
  at_least: "",
  approvals: "1",
  roles: accountTypes,
  enabled: true,
};

export const toFormValues = ({ field, at_least, approvals, ...policy }: ApprovalPolicy): PolicyValues => ({
  ...policy,
  field: field ?? "",
  at_least: at_least === null ? "" : String(at_least),
  approvals: String(approvals),
});

export function toPolicy({ call, condition, field, at_least, approvals, roles, ...values }: PolicyValues) {
  return {
    call,
    condition,
    field: condition === "field" ? field : null,
    at_least: hasNumber(condition) ? Number(at_least) : null,
    approvals: Number(approvals),
    roles: [...roles],
    enabled: values.enabled,
  } satisfies ApprovalPolicy;
}
