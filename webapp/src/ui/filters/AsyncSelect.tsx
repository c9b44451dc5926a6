import { type ComponentProps, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { maxTextLength } from "@/api/gen/constants";
import { type AskPage, useOptionSearch } from "@/lib/hooks/useOptionSearch";
import { type ListOption, OptionList } from "../combobox/OptionList";
import { useCombobox } from "../combobox/useCombobox";
import { Popover, PopoverPanel } from "../menu/Popover";
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
          <span className={`one-line ${chosen ? "" : "soft"}`}>{chosen?.text ?? placeholder}</span>
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

function Choices(props: Picking & { clearable: boolean; onLeave: () => void }) {
  const { label, search, chosen, ask, delay, noneFound, failed: failure, clearable, onChoose, onLeave } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  /** Enter was pressed while the matches were loading: the first one is chosen when they arrive. */
  const [choosesFirst, setChoosesFirst] = useState(false);
  const { rows, asking, failed, hasMore, look, loadMore, retry, total } = useOptionSearch(ask, delay);
  useEffect(() => look("", { now: true }), [look]);

  function choose(choice: AsyncChoice | null) {
    onChoose(choice);
    onLeave();
  }
  const chooseRow = useEffectEvent(choose);
  const first = rows[0];
  useEffect(() => {
    if (!choosesFirst || asking) return;
    setChoosesFirst(false);
    if (first && !failed) chooseRow(first);
  }, [choosesFirst, asking, first, failed]);
  const options: readonly Option[] = [
    ...(clearable && chosen && typed === ""
      ? [{ key: "all", text: t("all"), selected: false, run: () => choose(null) }]
      : []),
    ...rows.map((row) => ({ ...row, selected: row.key === chosen?.key, run: () => choose(row) })),
    ...(hasMore && !failed
      ? [
          {
            key: "more",
            text: t("moreChoices", { shown: rows.length, total }),
            action: true,
            selected: false,
            run: loadMore,
          },
        ]
      : []),
  ];
  const combobox = useCombobox({
    inline: true,
    autoSelect: typed.trim() !== "" && !asking && rows.length > 0,
    count: options.length,
    onChoose: (index) => options[index]?.run(),
    onEnter: (event) => {
      event.preventDefault();
      look(typed.trim(), { now: true });
      setChoosesFirst(typed.trim() !== "");
    },
  });
  return (
    <>
      <input
        {...combobox.field}
        className={`field ${css.search}`}
        aria-label={search}
        placeholder={search}
        maxLength={maxTextLength}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChoosesFirst(false);
          combobox.open();
          look(event.target.value.trim());
        }}
      />
      <OptionList
        {...{ combobox, label, options }}
        busy={asking}
        className={`${css.list} ${asking ? css.dimmed : ""}`}
      />
      <div className={css.said} role="status">
        {asking ? t("loading") : failed ? failure : rows.length === 0 ? noneFound : ""}
      </div>
      {failed && !asking && (
        <button
          type="button"
          className="button"
          onClick={() => {
            combobox.reopen();
            retry();
          }}
        >
          {t("retry")}
        </button>
      )}
    </>
  );
}

interface Option extends ListOption {
  run: () => void;
}
