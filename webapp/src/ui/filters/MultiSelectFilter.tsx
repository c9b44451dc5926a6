import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { maxTextLength } from "@/api/gen/constants";
import { containsText } from "@/lib/format/foldText";
import { Popover, PopoverPanel } from "../menu/Popover";
import filters from "./filters.module.css";
import css from "./MultiSelectFilter.module.css";

interface Choice {
  value: string;
  label: string;
}
interface Props {
  label: string;
  values: readonly string[];
  options: readonly Choice[];
  /** Label of a field that filters the options and also accepts other values. */
  own?: string;
  /** Label of a field that filters the options, if there are many. */
  find?: string;
  onChange: (values: string[]) => void;
}

/** Filter with several values: rows match any of them; none means all rows. */
export function MultiSelectFilter({ label, values, options, own, find, onChange }: Props) {
  const { t } = useTranslation();
  const optionOf = (value: string) => options.find((option) => option.value === value) ?? { value, label: value };
  const first = values[0];
  return (
    <Popover
      className={css.target}
      target={(button) => (
        <button ref={button} type="button" className={`${filters.box} ${css.button}`} data-on={values.length > 0}>
          <span className={filters.name}>{label}</span>
          <span className={css.value}>{first === undefined ? t("all") : optionOf(first).label}</span>
          {values.length > 1 && <span className={css.more}>{`+${values.length - 1}`}</span>}
        </button>
      )}
    >
      {(close) => (
        <PopoverPanel label={label} className={css.choices} onLeave={close}>
          <Choices
            values={values}
            options={[
              ...values.filter((value) => !options.some((option) => option.value === value)).map(optionOf),
              ...options,
            ]}
            {...(own && { own })}
            {...(find && { find })}
            onChange={onChange}
          />
        </PopoverPanel>
      )}
    </Popover>
  );
}

function Choices({ values, options, own, find, onChange }: Omit<Props, "label">) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const trimmed = typed.trim();
  const offered = options.filter((option) => containsText(option.label, trimmed));

  function add() {
    if (!trimmed) return;
    onChange([...new Set([...values, typed.trim()])]);
    setTyped("");
  }
  return (
    <>
      {(own || find) && (
        <input
          className={`field ${css.own}`}
          aria-label={own ?? find}
          placeholder={own ?? find}
          maxLength={maxTextLength}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && own && !event.nativeEvent.isComposing && add()}
        />
      )}
      <div className={css.list}>
        {offered.map((option) => (
          <label key={option.value} className={css.choice} htmlFor={`${id}${option.value}`}>
            <input
              id={`${id}${option.value}`}
              type="checkbox"
              checked={values.includes(option.value)}
              onChange={(event) =>
                onChange(
                  event.target.checked ? [...values, option.value] : values.filter((value) => value !== option.value),
                )
              }
            />
            {option.label}
          </label>
        ))}
        {own && trimmed && !options.some(({ value }) => value === typed.trim()) && (
          <button type="button" className={css.choice} onClick={add}>
            {`“${typed.trim()}”`}
          </button>
        )}
      </div>
    </>
  );
}
