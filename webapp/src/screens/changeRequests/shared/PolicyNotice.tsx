import { useEffect } from "react";
import type { PolicyNoticeProps } from "@/ui/context/proposalContext";
import { policyKey, useCoveringPolicies } from "./policies";
import { usePolicyTexts } from "./usePolicyTexts";

/** The approvals that policies require for a call, before it is made. Renders nothing if none covers it. */
export function PolicyNotice({ call, onCovered }: PolicyNoticeProps) {
  const policies = useCoveringPolicies(call);
  const isCovered = policies.length > 0;
  useEffect(() => onCovered(isCovered), [onCovered, isCovered]);
  const { sentence } = usePolicyTexts();
  return policies.map((policy) => (
    <p key={policyKey(policy)} className="doubt">
      {sentence(policy)}
    </p>
  ));
}
