import { Button } from "@blueprintjs/core";
import { useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Modal, ModalBody, ModalFoot } from "../dialog/Modal";
import css from "./ConflictDialog.module.css";
import type { Conflict, FieldConflict } from "./useConflict";

interface Props<Values extends FieldValues> {
  conflict: Conflict<Values>;
  /** Receives the values to save, with the user's choice for each conflicting field. */
  onDecide: (values: Values) => void;
  onClose: () => void;
}

/**
 * Conflict of two edits: shows both versions of each field for the user to choose. Nothing is saved before the
 * decision.
 */
export function ConflictDialog<Values extends FieldValues>({ conflict, onDecide, onClose }: Props<Values>) {
  const { t } = useTranslation();
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (name: string, isTheirs: boolean) => {
    const others = [...theirs].filter((other) => other !== name);
    setTheirs(new Set(isTheirs ? [...others, name] : others));
  };
  function decide() {
    const parts = conflict.clashes.flatMap(({ name, parts }) => (theirs.has(name) ? parts : []));
    const taken = parts.map((name) => [name, conflict.theirs[name]]);
    onDecide({ ...conflict.merged, ...Object.fromEntries(taken) });
  }
  return (
    <Modal title={t("conflict.title")} width={560} onClose={onClose}>
      <ModalBody>
        <p>{t("conflict.text")}</p>
        {conflict.clashes.map((clash) => (
          <Choice
            key={clash.name}
            clash={clash}
            isTheirs={theirs.has(clash.name)}
            onChoose={(isTheirs) => choose(clash.name, isTheirs)}
          />
        ))}
      </ModalBody>
      <ModalFoot>
        <Button text={t("conflict.back")} onClick={onClose} />
        <Button intent="primary" text={t("conflict.save")} onClick={decide} />
      </ModalFoot>
    </Modal>
  );
}

interface ChoiceProps {
  clash: FieldConflict;
  isTheirs: boolean;
  onChoose: (isTheirs: boolean) => void;
}
function Choice({ clash, isTheirs, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  const answers = [
    { key: "mine", text: clash.mine, chosen: !isTheirs },
    { key: "theirs", text: clash.theirs, chosen: isTheirs },
  ] as const;
  return (
    <fieldset className={css.choice}>
      <legend>{clash.label}</legend>
      {answers.map(({ key, text, chosen }) => (
        <label key={key} className={css.answer}>
          <input type="radio" name={name} checked={chosen} onChange={() => onChoose(key === "theirs")} />
          <span className="soft">{t(`conflict.${key}`)}</span>
          <span className={css.value}>{text || t("conflict.empty")}</span>
        </label>
      ))}
    </fieldset>
  );
}
