import { InputGroup } from "@blueprintjs/core";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import css from "./ComboField.module.css";
import { type Field, type Input, Labelled } from "./fields";

export interface Choice<T> {
  key: string;
  text: string;
  /** Tells it from others of the same name. */
  note?: string;
  value: T;
}
interface Props<T> extends Field {
  choices: readonly Choice<T>[];
  /** Every text that is typed. */
  onType: (text: string) => void;
  onChoose: (value: T, typed: string) => void;
}

/** A form's text field with choices below it while somebody types: arrow keys and Enter, or a click. */
export function ComboField<T>({ label, field, error, hint, choices, onType, onChoose, ...input }: Props<T> & Input) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const { ref, ...registration } = field;
  const shown = open && choices.length > 0;
  const active = shown ? choices[at] : undefined;

  function close() {
    setOpen(false);
    setAt(-1);
  }
  function choose(choice: Choice<T>, typed: string) {
    close();
    onChoose(choice.value, typed);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      const next = shown ? at + step : step === 1 ? 0 : choices.length - 1;
      setOpen(true);
      setAt(next < -1 ? choices.length - 1 : next >= choices.length ? -1 : next);
    } else if (event.key === "Enter" && shown) {
      // With choices on screen, Enter answers them and does not send the form.
      event.preventDefault();
      if (active) choose(active, event.currentTarget.value);
      else close();
    } else if (event.key === "Escape" && shown) {
      // Only the choices close, not the dialog around them.
      event.stopPropagation();
      close();
    }
  }
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(wiring) => (
        <div className={css.anchor}>
          <InputGroup
            autoComplete="off"
            {...input}
            {...registration}
            {...wiring}
            inputRef={ref}
            role="combobox"
            aria-expanded={shown}
            aria-autocomplete="list"
            aria-controls={shown ? `${id}list` : undefined}
            aria-activedescendant={active ? `${id}${at}` : undefined}
            onChange={(event) => {
              void registration.onChange(event);
              onType(event.target.value);
              setOpen(true);
              setAt(-1);
            }}
            onBlur={(event) => {
              void registration.onBlur(event);
              close();
            }}
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
          />
          {shown && (
            <div className={css.list} role="listbox" id={`${id}list`} aria-label={label}>
              {choices.map((choice, index) => (
                // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the active option
                <div
                  key={choice.key}
                  id={`${id}${index}`}
                  role="option"
                  aria-selected={index === at}
                  className={css.option}
                  ref={index === at ? (option) => option?.scrollIntoView({ block: "nearest" }) : undefined}
                  onMouseDown={(event) => {
                    event.preventDefault();
                    const typed = document.getElementById(wiring.id);
                    choose(choice, typed instanceof HTMLInputElement ? typed.value : "");
                  }}
                >
                  <span>{choice.text}</span>
                  {choice.note && <span className={css.note}>{choice.note}</span>}
                </div>
              ))}
            </div>
          )}
          <span className="hidden" role="status">
            {shown && t("suggestions", { count: choices.length })}
          </span>
        </div>
      )}
    </Labelled>
  );
}
