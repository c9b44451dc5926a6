import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { isSilent } from "@/api/errors";
import type { Sending } from "@/api/rehearsal";
import { useFailureText } from "@/lib/useFailureText";
import { useOnce } from "@/lib/useOnce";
import type { FormToolProps } from "@/ui/formFrame";
import { IconButton } from "@/ui/IconButton";
import { notify } from "@/ui/notify";
import { from } from "../screen";

const SendingDialog = from(
  () => import("./AsCommand"),
  ["commands"],
  (area) => area.SendingDialog,
);

/** Writes down what a form or a question would send. Nothing is sent. */
export function SendingAsCommand({ wouldSend }: FormToolProps) {
  const { t } = useTranslation();
  const [told, setTold] = useState<Sending | null>(null);
  const textOf = useFailureText();
  const ask = useOnce(async () => {
    try {
      setTold(await wouldSend());
    } catch (error) {
      if (!isSilent(error)) notify.error(textOf(error));
    }
  });
  return (
    <>
      <IconButton icon="command" label={t("asCommand")} onClick={() => void ask.run()} />
      {told && (
        <Suspense>
          <SendingDialog sending={told} onClose={() => setTold(null)} />
        </Suspense>
      )}
    </>
  );
}
