import { api } from "@/api/client";
import { hasStatus } from "@/api/errors";
import type { components } from "@/api/gen/schema";
import { usePolledRecord, useRecord, useRefresh } from "@/api/hooks";
import { type Mutation, request, send } from "@/api/mutation";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import { versionOf } from "@/api/versions";

export type ApprovalPolicy = components["schemas"]["ApprovalPolicy"];
export type FreezePeriod = components["schemas"]["FreezePeriod"];
export type PolicyList = components["schemas"]["ApprovalPolicies"];
export type FreezeList = components["schemas"]["FreezePeriods"];
type PolicyToSave = components["schemas"]["PolicyToSave"];

const policiesPath = "/careops/approval_policies";
const freezesPath = "/careops/freeze_periods";

/** There is one policy for each of these. */
export const policyKey = ({ call, condition, field }: ApprovalPolicy) => [call, condition, field ?? ""].join(" ");
export const freezeKey = ({ starts_at, ends_at, reason }: FreezePeriod) => [starts_at, ends_at, reason].join(" ");

/** Read the enabled policies of a call. An installation without policies has none. */
export function useCoveringPolicies(call: string): ApprovalPolicy[] {
  const { data } = usePolledRecord(policiesPath, {}, ({ data: answer }) => answer.policies);
  return data?.data.policies.filter((policy) => policy.enabled && policy.call === call) ?? [];
}

/** Read policies and freeze periods, and keep them current. */
export function usePoliciesAndFreezes() {
  const policies = useRecord(policiesPath, {}, ({ data }) => data.policies);
  const freezes = useRecord(freezesPath, {}, ({ data }) => data.periods);
  const refresh = useRefreshPolicies();
  useLiveRefresh("change_requests", refresh);
  return { policies, freezes };
}

export const useRefreshPolicies = () => useRefresh(policiesPath, freezesPath);

export const readPolicies = async (): Promise<PolicyList> => (await api.get(policiesPath, {})).data;
export const readFreezes = async (): Promise<FreezeList> => (await api.get(freezesPath, {})).data;

/** Replace the policies; refused if they differ from those in `read`. */
export const savePoliciesRequest = (read: PolicyList, policies: readonly ApprovalPolicy[]) =>
  request.put(policiesPath, { body: { policies: policies as PolicyToSave[] }, ifMatch: versionOf(read) });

/** Replace the freeze periods; refused if they differ from those in `read`. */
export const saveFreezesRequest = (read: FreezeList, periods: readonly FreezePeriod[]) =>
  request.put(freezesPath, { body: { periods: [...periods] }, ifMatch: versionOf(read) });

/** Change a list that is saved as a whole. If someone else saves it in between, read it and try again. */
export async function saveList<List>(
  read: () => Promise<List>,
  toRequest: (list: List) => Mutation,
  tries = 3,
): Promise<void> {
  try {
    await send(toRequest(await read()));
  } catch (error) {
    if (tries === 0 || !hasStatus(error, 412)) throw error;
    await saveList(read, toRequest, tries - 1);
  }
}
