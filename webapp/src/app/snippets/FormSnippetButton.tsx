import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Mutation } from "@/api/mutation";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { snippetPreference } from "@/lib/state/preferences";
import type { FormToolProps } from "@/ui/context/formContext";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { IconButton } from "@/ui/icons/IconButton";
import { lazyPart } from "@/ui/lazy/lazyPart";

const ChangeSnippetDialog = lazyPart(() => import("./SnippetDialog"), ["commands"], "ChangeSnippetDialog", "dialog");

/** Show the change that a form or question would send as commands, if the user turned this on. Nothing is sent. */
export function FormSnippetButton({ wouldSend }: FormToolProps) {
  const { t } = useTranslation();
  const [captured, setCaptured] = useState<Mutation | null>(null);
  const failed = useErrorToast();
  const ask = useSingleFlight(async () => {
    try {
      setCaptured(await wouldSend());
    } catch (error) {
      failed(error);
    }
  });
  if (!snippetPreference.on()) return null;
  return (
    <>
      <IconButton icon="command" label={t("asCommand")} onClick={() => void ask.run()} />
      {captured && <ChangeSnippetDialog sending={captured} onClose={() => setCaptured(null)} />}
    </>
  );
}
