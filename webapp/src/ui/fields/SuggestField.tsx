import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { textMax } from "@/api/gen/constants";
import { containsText } from "@/lib/foldText";
import { useSearchText } from "@/lib/useSearchText";
import { Icon } from "../Icon";
import css from "./filters.module.css";

interface Props {
  label: string;
  value: string;
  suggestions: readonly string[];
  cleared: number;
  delay: number;
  onSearch: (text: string) => void;
}

/** Free-text search with common suggestions. Typing searches after a delay, choosing searches at once. */
export function SuggestField({ label, value, suggestions, cleared, delay, onSearch }: Props) {
  const { t } = useTranslation();
  const { text, type, searchNow } = useSearchText(value, cleared, delay, onSearch);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const id = useId();
  const offered = suggestions.filter((suggestion) => containsText(suggestion, text));
  const shown = open && offered.length > 0;

  function choose(choice: string) {
    searchNow(choice);
    setOpen(false);
    setAt(-1);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      const next = shown ? at + step : 0;
      setOpen(true);
      setAt(next < -1 ? offered.length - 1 : next >= offered.length ? -1 : next);
    } else if (event.key === "Enter") {
      choose((shown && offered[at]) || text);
    } else if (event.key === "Escape" && shown) {
      event.stopPropagation();
      setOpen(false);
      setAt(-1);
    }
  }
  return (
    <div className={`${css.box} ${css.suggest}`} data-on={value !== ""}>
      <input
        className={css.text}
        role="combobox"
        aria-label={label}
        aria-expanded={shown}
        aria-autocomplete="list"
        aria-controls={shown ? `${id}list` : undefined}
        aria-activedescendant={shown && at >= 0 ? `${id}${at}` : undefined}
        placeholder={label}
        maxLength={textMax}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          type(event.target.value);
          setOpen(true);
          setAt(-1);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {text && (
        <button
          type="button"
          className={css.clear}
          aria-label={t("clearField", { field: label })}
          onClick={() => choose("")}
        >
          <Icon name="close" />
        </button>
      )}
      {shown && (
        <div className={css.list} role="listbox" id={`${id}list`} aria-label={label}>
          {offered.map((suggestion, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the active option
            <div
              key={suggestion}
              id={`${id}${index}`}
              role="option"
              aria-selected={index === at}
              className={css.option}
              ref={index === at ? (option) => option?.scrollIntoView({ block: "nearest" }) : undefined}
              onMouseDown={(event) => {
                event.preventDefault();
                choose(suggestion);
              }}
            >
              {suggestion}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
