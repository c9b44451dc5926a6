import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ChangeCall } from "@/api/gen/proposableCalls";
import type { Mutation } from "@/api/mutation";
import { ConfirmDialog } from "@/ui/dialog/ConfirmDialog";
import { toast } from "@/ui/feedback/toast";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
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

interface Props<List> {
  title: string;
  yes: string;
  note: string;
  children: ReactNode;
  call: ChangeCall;
  read: () => Promise<List>;
  toRequest: (list: List) => Mutation;
  /** Message after the change. */
  done: string;
  onClose: () => void;
}
/** Question before a policy or freeze period ends. */
export function ListQuestion<List>({ read, toRequest, done, onClose, ...question }: Props<List>) {
  const { t } = useTranslation();
  const save = useSaveList(read);
  return (
    <ConfirmDialog
      {...question}
      no={t("cancel")}
      intent="danger"
      alwaysAsked
      toRequest={async () => toRequest(await read())}
      onYes={() => {
        onClose();
        void save(toRequest, done);
      }}
      onNo={onClose}
    />
  );
}
