import { InputGroup, Spinner } from "@blueprintjs/core";
import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { OptionList } from "../combobox/OptionList";
import { useCombobox } from "../combobox/useCombobox";
import css from "./ComboField.module.css";
import { type Field, FieldLabel, type Input } from "./fields";
import { useLength } from "./useLength";

export interface Choice<T> {
  key: string;
  text: string;
  /** Distinguishes choices of the same name. */
  note?: string;
  value: T;
}
interface Props<T> extends Field {
  choices: readonly Choice<T>[];
  /** The search for choices, if they are requested. Its failure is reported by `hint`. */
  search?: { asking: boolean; failed: boolean; retry: () => void };
  /** Called with every typed text. */
  onType: (text: string) => void;
  onChoose: (value: T, typed: string) => void;
  /** Only a choice is valid, so Enter takes the first one. */
  mustChoose?: boolean;
}

/** Form field with suggestions. Enter never submits a text that was not chosen: suggestions may still be loading. */
export function ComboField<T>(props: Props<T> & Input) {
  const { label, field, error, hint, required, choices, search, onType, onChoose, mustChoose, maxLength, ...input } =
    props;
  const asking = search?.asking === true;
  const { t } = useTranslation();
  const length = useLength(field, maxLength);
  const { ref, ...registration } = length.field;
  /** The text since the last choice. */
  const typed = useRef("");
  const combobox = useCombobox({ count: choices.length, onChoose: choose, onEnter });
  const {
    shown,
    field: { ref: element, ...keys },
  } = combobox;

  function choose(index: number) {
    const text = typed.current;
    typed.current = "";
    const choice = choices[index];
    if (choice) onChoose(choice.value, text);
  }
  function onEnter(event: KeyboardEvent) {
    if (mustChoose && shown && !asking && typed.current.trim() !== "") {
      event.preventDefault();
      combobox.close();
      choose(0);
      return;
    }
    if (!shown && !asking && typed.current.trim() === "") return;
    event.preventDefault();
    if (!asking) combobox.close();
  }
  function onRetry() {
    search?.retry();
    combobox.reopen();
  }
  return (
    <FieldLabel
      label={label}
      error={error ?? length.error}
      hint={
        search?.failed && !asking ? (
          <>
            {hint}{" "}
            <button type="button" className={css.retry} onClick={onRetry}>
              {t("retry")}
            </button>
          </>
        ) : (
          hint
        )
      }
      required={required}
    >
      {(wiring) => (
        <div className={css.anchor}>
          <InputGroup
            {...keys}
            {...input}
            {...registration}
            {...wiring}
            inputRef={(input) => {
              element.current = input;
              ref(input);
            }}
            {...(asking && { rightElement: <Spinner className={css.asking ?? ""} size={16} aria-hidden="true" /> })}
            onChange={(event) => {
              void registration.onChange(event);
              typed.current = event.target.value;
              onType(event.target.value);
              combobox.open();
            }}
            onBlur={(event) => {
              void registration.onBlur(event);
              combobox.close();
            }}
          />
          {shown && <OptionList floating {...{ combobox, label }} options={choices} className={css.list} />}
          <span className="hidden" role="status">
            {asking ? t("loading") : shown && t("suggestions", { count: choices.length })}
          </span>
        </div>
      )}
    </FieldLabel>
  );
}
