import { useEffect } from "react";
import { maxTextLength } from "@/api/gen/constants";
import { useSearchText } from "@/lib/hooks/useSearchText";
import { Icon } from "../icons/Icon";
import { ClearButton } from "./ClearButton";
import css from "./filters.module.css";

interface Props {
  label: string;
  hint: string;
  value: string;
  cleared: number;
  delay: number;
  onSearch: (text: string) => void;
  /** Called with the text of the field, also before the search starts. Must be stable. */
  onText?: (text: string) => void;
}

/** Search field of a list: searches shortly after the last key, or at once on Enter. */
export function SearchField({ label, hint, value, cleared, delay, onSearch, onText }: Props) {
  const { text, type, searchNow } = useSearchText(value, cleared, delay, onSearch);
  useEffect(() => onText?.(text), [text, onText]);
  return (
    <div className={css.box}>
      <span className={css.icon}>
        <Icon name="search" />
      </span>
      <input
        className={css.text}
        type="search"
        aria-label={label}
        placeholder={hint}
        maxLength={maxTextLength}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) searchNow(event.currentTarget.value);
        }}
      />
      {text && <ClearButton label={label} onClear={() => searchNow("")} />}
    </div>
  );
}
