import { useState } from "react";
import { useTranslation } from "react-i18next";
import { withSentence } from "@/api/errors";
import { useRefresh } from "@/api/hooks";
import { send } from "@/api/mutation";
import { paths } from "@/app/paths";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { formatMoment } from "@/lib/time/dates";
import { useUndo } from "@/ui/action/useUndo";
import { ConfirmDialog } from "@/ui/dialog/ConfirmDialog";
import { useActionErrorToast } from "@/ui/feedback/useActionErrorToast";
import css from "./LastChange.module.css";
import { changesPath, findSwitched, useModuleChanges } from "./moduleChanges";
import {
  type Clinic,
  isOn,
  type Switch,
  switchTrail,
  toggleBatch,
  toggleSwitchRequest,
  undoToggleSwitch,
} from "./switches";

/**
 * Switch modules and flags of a clinic. Modules ask first, flags switch at once (A-23, decision 390); each can be
 * undone. The caller renders `dialog`.
 */
export function useModuleSwitch(clinic: Clinic, onSwitched: () => Promise<unknown>) {
  const { t } = useTranslation("modules");
  const { t: common } = useTranslation();
  const [asking, setAsking] = useState<{ option: Switch; on: boolean } | null>(null);
  const notice = useActionErrorToast();
  const done = useUndo();
  const refresh = useRefresh(changesPath);
  // The switches and a repeated question show the last change.
  const reload = () => Promise.all([onSwitched(), refresh()]);

  const flip = useSingleFlight(
    async (target: Switch, next: boolean) => {
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
      done(message, () => undoToggleSwitch(clinic, target, next), {
        record: clinic.name,
        to: paths.clinic({ clinicId: clinic.id }),
        trail: switchTrail(clinic, target),
        reload,
      });
      await reload();
    },
    (target) => target.name,
  );

  async function toggle(target: Switch) {
    const on = !isOn(clinic, target);
    // The question does not change if a colleague switches the module while it is open.
    if (target.kind === "module") setAsking({ option: target, on });
    else await flip.run(target, on);
  }
  async function already({ option, on }: { option: Switch; on: boolean }) {
    const last = await findSwitched(clinic, option, on);
    return last && { text: common(on ? "already.on" : "already.off"), ...last };
  }
  const dialog = asking && (
    <ConfirmDialog
      first={asking.on ? "yes" : "no"}
      title={t("askTitle", { module: asking.option.name, clinic: clinic.name })}
      call={toggleBatch(asking.option, asking.on).change}
      toRequest={() => toggleSwitchRequest(clinic, asking.option, asking.on)}
      already={() => already(asking)}
      onYes={() => {
        setAsking(null);
        void flip.run(asking.option, asking.on);
      }}
      onNo={() => setAsking(null)}
    >
      {t(asking.on ? "askActivate" : "askDeactivate")}
      {!asking.on && (
        <span className={css.stops}>{t("stops", { module: asking.option.name, clinic: clinic.name })}</span>
      )}
      <LastChange clinicId={clinic.id} option={asking.option} />
    </ConfirmDialog>
  );
  return { toggle, busy: flip.busy, dialog, notice };
}

/** Time and user of the last use of the switch at this clinic. */
function LastChange({ clinicId, option }: { clinicId: number; option: Switch }) {
  const { t } = useTranslation("modules");
  const last = useModuleChanges(clinicId)(option);
  return (
    <span className={`soft ${css.last}`}>
      {last?.changed_by && t("last", { name: last.changed_by, moment: formatMoment(last.changed_at) })}
    </span>
  );
}
