import type { ChangeCall } from "@/api/gen/proposableCalls";
import { policyKey, useCoveringPolicies } from "./policies";
import { usePolicyTexts } from "./usePolicyTexts";

/** The approvals that policies require for a call, before it is made. Renders nothing if none covers it. */
export function PolicyNotice({ call }: { call: ChangeCall }) {
  const policies = useCoveringPolicies(call);
  const { sentence } = usePolicyTexts();
  return policies.map((policy) => (
    <p key={policyKey(policy)} className="doubt">
      {sentence(policy)}
    </p>
  ));
}
