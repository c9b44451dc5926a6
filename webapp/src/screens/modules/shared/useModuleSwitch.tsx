import { useState } from "react";
import { useTranslation } from "react-i18next";
import { withSentence } from "@/api/errors";
import { useRefresh } from "@/api/hooks";
import { send } from "@/api/mutation";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useActionErrorToast } from "@/ui/useActionErrorToast";
import { useUndo } from "@/ui/useUndo";
import { LastChange } from "./LastChange";
import css from "./LastChange.module.css";
import { changesPath } from "./moduleChanges";
import { type Clinic, isOn, type Switch, toggleBatch, toggleSwitchRequest, undoToggleSwitch } from "./switches";

/**
 * Switch modules and flags of a clinic. Modules ask first, flags switch at once (A-23, decision 390); each can be
 * undone. The caller renders `dialog`.
 */
export function useModuleSwitch(clinic: Clinic, onSwitched: () => Promise<unknown>) {
  const { t } = useTranslation("modules");
  const [asking, setAsking] = useState<Switch | null>(null);
  const notice = useActionErrorToast();
  const done = useUndo();
  const refresh = useRefresh(changesPath);
  // The switches and a repeated question show the last change.
  const reload = () => Promise.all([onSwitched(), refresh()]);

  const flip = useSingleFlight(async (target: Switch, next: boolean) => {
    notice.dismiss();
    try {
      await send(toggleSwitchRequest(clinic, target, next));
    } catch (error) {
      notice.showError(withSentence(error, t("failed")), t("failed"));
      return;
    }
    const message =
      target.kind === "module"
        ? t(next ? "activated" : "deactivated")
        : t(next ? "flagActivated" : "flagDeactivated", { module: target.name });
    done(message, async () => {
      const undone = await undoToggleSwitch(clinic, target, next);
      await reload();
      return undone;
    });
    await reload();
  });

  async function toggle(target: Switch) {
    if (target.kind === "module") setAsking(target);
    else await flip.run(target, !isOn(clinic, target));
  }
  const on = asking !== null && isOn(clinic, asking);
  const dialog = asking && (
    <ConfirmDialog
      first={on ? "no" : "yes"}
      title={t("askTitle", { module: asking.name, clinic: clinic.name })}
      call={toggleBatch(asking, !on).change}
      toRequest={() => toggleSwitchRequest(clinic, asking, !on)}
      onYes={() => {
        setAsking(null);
        void flip.run(asking, !on);
      }}
      onNo={() => setAsking(null)}
    >
      {t(on ? "askDeactivate" : "askActivate")}
      {on && <span className={css.stops}>{t("stops", { module: asking.name, clinic: clinic.name })}</span>}
      <LastChange clinicId={clinic.id} option={asking} />
    </ConfirmDialog>
  );
  return { toggle, busy: flip.busy, dialog, notice };
}
