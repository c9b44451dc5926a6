import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { changesToPropose } from "@/api/errors";
import { useErrorDetail, useErrorText } from "@/lib/errors/useErrorText";
import { pendingProposal } from "../context/proposalContext";
import type { ToastAction } from "./toast";

interface Refusal {
  text: string;
  detail: string | undefined;
  /** "Propose…", if a policy requires an approval. */
  offer: ToastAction | undefined;
}

/**
 * Return the texts of a failure, and the offer to propose the change if a policy requires an approval. Every form,
 * question and bulk action reports its failures with it. `fallback` is the text if the server sent none.
 */
export function useRefusal() {
  const { t } = useTranslation();
  const textOf = useErrorText();
  const detailOf = useErrorDetail();
  return useCallback(
    (error: unknown, fallback?: string): Refusal => {
      const changes = changesToPropose(error);
      const offer = { text: t("propose"), run: () => pendingProposal.set(changes) };
      return {
        text: textOf(error, fallback),
        detail: detailOf(error),
        offer: changes.length > 0 ? offer : undefined,
      };
    },
    [t, textOf, detailOf],
  );
}
