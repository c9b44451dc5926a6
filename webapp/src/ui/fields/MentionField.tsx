import { TextArea } from "@blueprintjs/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { containsText } from "@/lib/format/foldText";
import { type ListOption, OptionList } from "../combobox/OptionList";
import { useCombobox } from "../combobox/useCombobox";
import { type Field, FieldLabel } from "./fields";
import css from "./MentionField.module.css";
import { useLength } from "./useLength";

/** People offered at once. */
const mostOffered = 8;
/** The name being typed before the caret: up to three words after an @ that is not part of an email address. */
const typedName = /(?<![\w%+-]|\w\.)@(?<name>[^\s@]*(?: [^\s@]+){0,2})$/u;

interface Props extends Field {
  people: readonly ListOption[];
  /** Keys of people who match the typed name in another way, such as in another script. */
  alsoMatching?: ReadonlySet<string>;
  /** Called with the name being typed, empty for none. */
  onType?: (name: string) => void;
  /** Label of the list of people. */
  peopleLabel: string;
  maxLength?: number;
}

/** Multi-line text with mentions. After an @ it offers people: the arrow keys choose one, Enter inserts the name. */
export function MentionField({
  people,
  alsoMatching,
  onType,
  peopleLabel,
  label,
  field,
  error,
  hint,
  required,
  maxLength,
}: Props) {
  const { t } = useTranslation();
  const element = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const matches = ({ key, text }: ListOption) => containsText(text, typed ?? "") || alsoMatching?.has(String(key));
  const offered = typed === null ? [] : people.filter(matches).slice(0, mostOffered);
  const combobox = useCombobox({ count: offered.length, onChoose: choose, autoSelect: true });
  const length = useLength(field, maxLength);
  const { ref, ...registration } = length.field;
  const shown = combobox.shown && typed !== null;

  /** Offer the people whose name is before the caret. */
  function look() {
    const area = element.current;
    const name = area && typedName.exec(area.value.slice(0, area.selectionStart))?.groups?.name;
    setTyped(name ?? null);
    onType?.(name ?? "");
    if (name === undefined || name === null) combobox.close();
    else combobox.open();
  }
  function choose(index: number) {
    const area = element.current;
    const person = offered[index];
    if (!area || !person) return;
    const end = area.selectionStart;
    const start = end - (typed ?? "").length;
    area.setSelectionRange(start, end);
    insertText(area, `${person.text} `);
    setTyped(null);
    void registration.onChange({ target: area, type: "change" });
    combobox.close();
  }
  return (
    <FieldLabel label={label} error={error ?? length.error} counter={length.counter} required={required} hint={hint}>
      {(wiring) => (
        <div className={css.anchor}>
          <TextArea
            {...registration}
            {...wiring}
            inputRef={(area) => {
              element.current = area;
              ref(area);
            }}
            aria-autocomplete="list"
            aria-controls={shown ? combobox.field["aria-controls"] : undefined}
            aria-activedescendant={shown ? combobox.field["aria-activedescendant"] : undefined}
            className={css.area ?? ""}
            fill
            autoResize
            onChange={(event) => {
              void registration.onChange(event);
              look();
            }}
            onClick={look}
            onKeyDown={(event) => {
              if (shown) combobox.field.onKeyDown(event as unknown as KeyboardEvent<HTMLInputElement>);
            }}
            onBlur={(event) => {
              void registration.onBlur(event);
              combobox.close();
            }}
          />
          {shown && (
            <OptionList floating combobox={combobox} label={peopleLabel} options={offered} className={css.list} />
          )}
          <span className="hidden" role="status">
            {shown && t("suggestions", { count: offered.length })}
          </span>
        </div>
      )}
    </FieldLabel>
  );
}

/** Replace the selection like typing, so that Ctrl+Z undoes it. Only this command adds a step to undo. */
function insertText(area: HTMLTextAreaElement, text: string) {
  if (document.execCommand?.("insertText", false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  // React ignores assigned values; the form reads the event.
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
