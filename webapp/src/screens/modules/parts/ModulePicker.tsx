import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isSilent, TimedOut } from "@/api/errors";
import { useOnce } from "@/lib/useOnce";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { PickAndAct } from "@/ui/PickAndAct";
import { useFailureNotice } from "@/ui/useFailureNotice";
import { useUndo } from "@/ui/useUndo";
import { LastSwitch } from "./LastSwitch";
import { type Clinic, isOn, type Switch, turn, turnBack } from "./switches";

interface Props {
  clinic: Clinic;
  switches: readonly Switch[];
  onSwitched: () => Promise<unknown>;
}

const keyOf = (option: Switch) => (option.kind === "flag" ? option.flag : String(option.id));

/** A row's picker and its one button. Spec modules are asked about, flags switch at once. */
export function ModulePicker({ clinic, switches, onSwitched }: Props) {
  const { t } = useTranslation("modules");
  const { t: common } = useTranslation();
  const [pick, setPick] = useState("");
  const [asking, setAsking] = useState(false);
  const [missing, setMissing] = useState(false);
  const notice = useFailureNotice();
  const done = useUndo();
  const picked = switches.find((option) => keyOf(option) === pick);
  const on = picked !== undefined && isOn(clinic, picked);

  const flip = useOnce(async (wanted: Switch, next: boolean) => {
    notice.forget();
    try {
      await turn(clinic, wanted, next);
    } catch (error) {
      if (!isSilent(error)) notice.say(error instanceof TimedOut ? common("timedOut") : t("failed"));
      return;
    }
    const said =
      wanted.kind === "module"
        ? t(next ? "activated" : "deactivated")
        : t(next ? "flagActivated" : "flagDeactivated", { module: wanted.name });
    done(said, async () => {
      const undone = await turnBack(clinic, wanted, next);
      await onSwitched();
      return undone;
    });
    await onSwitched();
  });

  function act() {
    if (flip.busy) return;
    if (!picked) {
      setMissing(true);
      notice.say(t("pickFirst"));
    } else if (picked.kind === "module") setAsking(true);
    else void flip.run(picked, !on);
  }
  return (
    <>
      <PickAndAct
        label={t("pickFor", { clinic: clinic.name })}
        placeholder={t("pick")}
        options={switches.map((option) => ({ value: keyOf(option), label: option.name }))}
        value={pick}
        invalid={missing}
        onPick={(value) => {
          setPick(value);
          setMissing(false);
          notice.forget();
        }}
        action={t(on ? "deactivate" : "activate")}
        tone={picked ? (on ? "undo" : "do") : "idle"}
        busy={flip.busy}
        onAct={act}
      />
      {asking && picked && (
        <ConfirmDialog
          first={on ? "no" : "yes"}
          title={t("askTitle", { module: picked.name, clinic: clinic.name })}
          onYes={() => {
            setAsking(false);
            void flip.run(picked, !on);
          }}
          onNo={() => setAsking(false)}
        >
          {t(on ? "askDeactivate" : "askActivate")}
          {picked.kind === "module" && <LastSwitch clinicId={clinic.id} moduleId={picked.id} />}
        </ConfirmDialog>
      )}
    </>
  );
}
