import { maxTextLength } from "@/api/gen/constants";
import { containsText } from "@/lib/format/foldText";
import { useSearchText } from "@/lib/hooks/useSearchText";
import { OptionList } from "../combobox/OptionList";
import { useCombobox } from "../combobox/useCombobox";
import { ClearButton } from "./ClearButton";
import css from "./filters.module.css";

interface Props {
  label: string;
  value: string;
  suggestions: readonly string[];
  cleared: number;
  delay: number;
  onSearch: (text: string) => void;
}

/** Free-text filter with common suggestions. Typing searches after a delay, choosing searches at once. */
export function SuggestField({ label, value, suggestions, cleared, delay, onSearch }: Props) {
  const { text, type, searchNow } = useSearchText(value, cleared, delay, onSearch);
  const offered = suggestions.filter((suggestion) => containsText(suggestion, text));
  const combobox = useCombobox({ count: offered.length, onChoose: (index) => choose(offered[index] ?? text), onEnter });

  function choose(choice: string) {
    searchNow(choice);
    combobox.close();
  }
  function onEnter() {
    choose(text);
  }
  return (
    <div className={`${css.box} ${css.suggest}`} data-on={value !== ""}>
      <input
        {...combobox.field}
        className={css.text}
        aria-label={label}
        placeholder={label}
        maxLength={maxTextLength}
        value={text}
        onChange={(event) => {
          type(event.target.value);
          combobox.open();
        }}
      />
      {text && <ClearButton label={label} onClear={() => choose("")} />}
      {combobox.shown && (
        <OptionList
          floating
          {...{ combobox, label }}
          options={offered.map((suggestion) => ({ key: suggestion, text: suggestion }))}
          className={css.suggestions}
        />
      )}
    </div>
  );
}
