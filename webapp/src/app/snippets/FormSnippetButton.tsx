import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Sending } from "@/api/dryRun";
import { inDialogs } from "@/lib/snippetPreference";
import { useOnce } from "@/lib/useSingleFlight";
import type { FormToolProps } from "@/ui/formContext";
import { IconButton } from "@/ui/IconButton";
import { lazyPart } from "@/ui/lazyPart";
import { useFailed } from "@/ui/useErrorToast";

const SendingDialog = lazyPart(
  () => import("./SnippetDialog"),
  ["commands"],
  (area) => area.SendingDialog,
  "dialog",
);

/** Show the change that a form or question would send as commands, if the user turned this on. Nothing is sent. */
export function SendingAsCommand({ wouldSend }: FormToolProps) {
  const { t } = useTranslation();
  const [told, setTold] = useState<Sending | null>(null);
  const failed = useFailed();
  const ask = useOnce(async () => {
    try {
      setTold(await wouldSend());
    } catch (error) {
      failed(error);
    }
  });
  if (!inDialogs.on()) return null;
  return (
    <>
      <IconButton icon="command" label={t("asCommand")} onClick={() => void ask.run()} />
      {told && <SendingDialog sending={told} onClose={() => setTold(null)} />}
    </>
  );
}
