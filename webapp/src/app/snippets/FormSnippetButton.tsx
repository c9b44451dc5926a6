import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Mutation } from "@/api/mutation";
import { snippetPreference } from "@/lib/snippetPreference";
import { useSingleFlight } from "@/lib/useSingleFlight";
import type { FormToolProps } from "@/ui/formContext";
import { IconButton } from "@/ui/IconButton";
import { lazyPart } from "@/ui/lazyPart";
import { useErrorToast } from "@/ui/useErrorToast";

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
