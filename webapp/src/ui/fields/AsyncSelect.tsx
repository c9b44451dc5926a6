import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { textMax } from "@/api/gen/constants";
import { type AskPage, usePagedChoices } from "@/lib/usePagedChoices";
import { Popover, PopoverPanel } from "../Popover";
import css from "./AsyncSelect.module.css";
import filters from "./filters.module.css";
import many from "./MultiSelectFilter.module.css";

export interface AsyncChoice {
  key: string;
  text: string;
  /** Distinguishes choices of the same name. */
  note?: string | null;
}
interface Picking {
  label: string;
  /** Label of the search field. */
  search: string;
  chosen: { key: string; text: string } | null;
  ask: AskPage<AsyncChoice>;
  delay: number;
  /** Message if nothing matches. */
  noneFound: string;
  /** Message if the choices fail to load. */
  failed: string;
  onChoose: (choice: AsyncChoice | null) => void;
}

/** Filter by one of very many records: searchable and paged. */
export function AsyncSelectFilter(props: Picking) {
  const { t } = useTranslation();
  const { label, chosen } = props;
  return (
    <Picker
      {...props}
      clearable
      target={(button, open) => (
        <button
          ref={button}
          type="button"
          className={`${filters.box} ${many.button}`}
          data-on={chosen !== null}
          aria-expanded={open}
        >
          <span className={filters.name}>{label}</span>
          <span className={many.value}>{chosen?.text ?? t("all")}</span>
        </button>
      )}
    />
  );
}

interface PickerProps extends Picking {
  clearable?: boolean;
  full?: boolean;
  target: ComponentProps<typeof Popover>["target"];
}
function Picker({ clearable = false, full = false, target, ...picking }: PickerProps) {
  return (
    <Popover className={full ? css.full : many.target} target={target}>
      {(close) => (
        <PopoverPanel label={picking.label} className={css.panel} onLeave={close}>
          <Choices {...picking} clearable={clearable} onLeave={close} />
        </PopoverPanel>
      )}
    </Popover>
  );
}

interface PageFieldProps extends Picking {
  wrong: boolean;
  required: boolean;
  placeholder: string;
  id: string;
  describedBy: string | undefined;
}
/** Form field for one of very many records. */
export function AsyncSelectField({ wrong, required, placeholder, id, describedBy, ...props }: PageFieldProps) {
  const { t } = useTranslation();
  const { chosen, label } = props;
  return (
    <Picker
      {...props}
      full
      target={(button) => (
        <button
          ref={button}
          id={id}
          type="button"
          className={css.field}
          data-wrong={wrong}
          data-invalid={wrong}
          aria-label={`${label}: ${chosen?.text ?? placeholder}`}
          aria-describedby={[required && `${id}required`, describedBy].filter(Boolean).join(" ") || undefined}
        >
          <span className={`${css.chosen} ${chosen ? "" : "soft"}`}>{chosen?.text ?? placeholder}</span>
          {/* A button has no required attribute. */}
          {required && (
            <span id={`${id}required`} hidden>
              {t("required.word")}
            </span>
          )}
        </button>
      )}
    />
  );
}

function Choices({
  label,
  search,
  chosen,
  ask,
  delay,
  noneFound,
  failed,
  clearable,
  onChoose,
  onLeave,
}: Picking & { clearable: boolean; onLeave: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(-1);
  const { rows, asking, failed: isFailed, hasMore, look, more, total } = usePagedChoices(ask, delay);
  useEffect(() => look("", { now: true }), [look]);

  const stops: readonly Stop[] = [
    ...(clearable && chosen && typed === "" ? [{ kind: "all" } as const] : []),
    ...rows.map((choice) => ({ kind: "choice", choice }) as const),
    ...(hasMore && !isFailed ? [{ kind: "more" } as const] : []),
  ];
  function take(stop: Stop | undefined) {
    if (!stop) return;
    if (stop.kind === "more") return more();
    onChoose(stop.kind === "all" ? null : stop.choice);
    onLeave();
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = at + (event.key === "ArrowDown" ? 1 : -1);
      setAt(next < -1 ? stops.length - 1 : next >= stops.length ? -1 : next);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (stops[at]) take(stops[at]);
      else look(typed, { now: true });
    }
  }
  function textOf(stop: Stop) {
    if (stop.kind === "all") return t("all");
    return stop.kind === "more" ? t("moreChoices", { shown: rows.length, total }) : stop.choice.text;
  }
  const active = stops[at];
  return (
    <>
      <input
        className={`field ${css.search}`}
        role="combobox"
        aria-label={search}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}list`}
        aria-activedescendant={active ? `${id}${at}` : undefined}
        placeholder={search}
        maxLength={textMax}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(-1);
          look(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        className={`${css.list} ${asking ? css.dimmed : ""}`}
        role="listbox"
        id={`${id}list`}
        aria-label={label}
        aria-busy={asking}
      >
        {stops.map((stop, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the active option
          <div
            key={stop.kind === "choice" ? stop.choice.key : stop.kind}
            id={`${id}${index}`}
            role="option"
            aria-selected={stop.kind === "choice" && stop.choice.key === chosen?.key}
            data-at={index === at}
            className={`${css.option} ${stop.kind === "more" ? css.more : ""}`}
            ref={index === at ? (option) => option?.scrollIntoView({ block: "nearest" }) : undefined}
            onMouseDown={(event) => {
              event.preventDefault();
              take(stop);
            }}
          >
            {textOf(stop)}
            {stop.kind === "choice" && stop.choice.note && <span className={css.note}>{stop.choice.note}</span>}
          </div>
        ))}
      </div>
      <div className={css.said} role="status">
        {isFailed ? failed : asking ? t("loading") : rows.length === 0 ? noneFound : ""}
      </div>
    </>
  );
}

type Stop = { kind: "all" } | { kind: "choice"; choice: AsyncChoice } | { kind: "more" };
