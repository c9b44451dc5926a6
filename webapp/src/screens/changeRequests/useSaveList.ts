import type { Mutation } from "@/api/mutation";
import { toast } from "@/ui/toast";
import { useErrorToast } from "@/ui/useErrorToast";
import { saveList, useRefreshPolicies } from "./shared/policies";

/** Return a function that changes a list of policies or freeze periods, and reports the outcome. */
export function useSaveList<List>(read: () => Promise<List>) {
  const fail = useErrorToast();
  const refresh = useRefreshPolicies();
  return async (toRequest: (list: List) => Mutation, done: string) => {
    try {
      await saveList(read, toRequest);
      toast.success(done);
    } catch (error) {
      fail(error);
    }
    // Also after a failure, because someone else may have changed the list.
    await refresh();
  };
}
