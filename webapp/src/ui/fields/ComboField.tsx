import { InputGroup, Spinner } from "@blueprintjs/core";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
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
  /** The choices are loading. */
  asking?: boolean;
  /** Called with every typed text. */
  onType: (text: string) => void;
  onChoose: (value: T, typed: string) => void;
}

/**
 * Text field with suggestions while typing: arrow keys and Enter, or a click. Enter never submits a text that was not
 * chosen, because suggestions may still be loading.
 */
export function ComboField<T>(props: Props<T> & Input) {
  const { label, field, error, hint, required, choices, asking = false, onType, onChoose, maxLength, ...input } = props;
  const length = useLength(field, maxLength);
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const isTyped = useRef(false);
  const { ref, ...registration } = length.field;
  const shown = open && choices.length > 0;
  const active = shown ? choices[at] : undefined;

  function close() {
    setOpen(false);
    setAt(-1);
  }
  function choose(choice: Choice<T>, typed: string) {
    close();
    isTyped.current = false;
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
    } else if (event.key === "Enter" && (shown || asking || isTyped.current)) {
      event.preventDefault();
      if (active) choose(active, event.currentTarget.value);
      else if (!asking) close();
    } else if (event.key === "Escape" && shown) {
      // Close only the suggestions, not the dialog around them.
      event.stopPropagation();
      close();
    }
  }
  return (
    <FieldLabel label={label} error={error ?? length.error} hint={hint} required={required}>
      {(wiring) => (
        <div className={css.anchor}>
          <InputGroup
            autoComplete="off"
            {...input}
            {...registration}
            {...wiring}
            inputRef={ref}
            {...(asking && { rightElement: <Spinner className={css.asking ?? ""} size={16} aria-hidden="true" /> })}
            role="combobox"
            aria-expanded={shown}
            aria-autocomplete="list"
            aria-controls={shown ? `${id}list` : undefined}
            aria-activedescendant={active ? `${id}${at}` : undefined}
            onChange={(event) => {
              void registration.onChange(event);
              isTyped.current = event.target.value.trim() !== "";
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
            {asking ? t("loading") : shown && t("suggestions", { count: choices.length })}
          </span>
        </div>
      )}
    </FieldLabel>
  );
}
