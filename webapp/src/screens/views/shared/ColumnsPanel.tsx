import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/ui/icons/IconButton";
import { Tool } from "@/ui/layout/Toolbar";
import type { ListToolsProps } from "@/ui/list/listContext";
import { columnChoices, type NamedColumn } from "@/ui/table/columnLayout";
import { useColumnChoices } from "./columnChoices";
import css from "./ListLayoutProvider.module.css";

interface Props extends Pick<ListToolsProps, "columns" | "own"> {
  list: string;
  /** The columns belong to a saved view. */
  ofView: boolean;
}
const narrowest = 60;
const widest = 600;

/** Settings for the visibility, order and width of columns, which apply at once. */
export function ColumnsPanel({ list, columns, own, ofView }: Props) {
  const { t } = useTranslation("views");
  const { choose } = useColumnChoices();
  const [announcement, setAnnouncement] = useState("");
  const id = useId();
  const movable = columns.filter(({ column }) => !column.actions);
  const shown = columns.filter((namedColumn) => namedColumn.shown);

  const change = (next: readonly NamedColumn[]) => choose(list, columnChoices(next, own));
  const set = (name: string, to: Partial<NamedColumn>) =>
    change(columns.map((namedColumn) => (namedColumn.name === name ? { ...namedColumn, ...to } : namedColumn)));
  function move(name: string, by: number) {
    const at = movable.findIndex((namedColumn) => namedColumn.name === name);
    const next = [...movable];
    const [moved] = next.splice(at, 1);
    if (!moved) return;
    next.splice(at + by, 0, moved);
    change([...next, ...columns.filter(({ column }) => column.actions)]);
    setAnnouncement(t("columns.moved", { name: moved.column.header, place: at + by + 1, total: next.length }));
  }
  return (
    <>
      <ul className={css.columns}>
        {columns.map((namedColumn) => {
          const { name, column, width } = namedColumn;
          const at = movable.indexOf(namedColumn);
          return (
            <li key={name}>
              <label htmlFor={`${id}${name}`}>
                <input
                  id={`${id}${name}`}
                  type="checkbox"
                  aria-label={t("columns.shown", { name: column.header })}
                  checked={namedColumn.shown}
                  // The last visible column cannot be hidden.
                  disabled={namedColumn.shown && shown.length === 1}
                  onChange={({ target }) => set(name, { shown: target.checked })}
                />
                {column.header}
              </label>
              <input
                type="range"
                aria-label={t("columns.width", { name: column.header })}
                aria-valuetext={width === null ? t("columns.usual") : t("columns.pixels", { width })}
                min={narrowest}
                max={widest}
                step={20}
                disabled={!namedColumn.shown}
                value={width ?? column.width}
                onChange={({ target }) => set(name, { width: Number(target.value) })}
              />
              {at >= 0 ? (
                <>
                  <Move name={column.header} up disabled={at === 0} onMove={() => move(name, -1)} />
                  <Move name={column.header} disabled={at === movable.length - 1} onMove={() => move(name, 1)} />
                </>
              ) : (
                <span />
              )}
            </li>
          );
        })}
      </ul>
      <div className={css.foot}>
        <span className="soft">{t(ofView ? "columns.hintView" : "columns.hint")}</span>
        <Tool text={t("columns.reset")} icon="undo" onClick={() => choose(list, [])} />
      </div>
      <p role="status" className="hidden">
        {announcement}
      </p>
    </>
  );
}

function Move(props: { name: string; up?: boolean; disabled: boolean; onMove: () => void }) {
  const { name, up = false, disabled, onMove } = props;
  const { t } = useTranslation("views");
  return (
    <span className={up ? css.up : undefined}>
      <IconButton
        icon="open"
        label={t(up ? "columns.up" : "columns.down", { name })}
        // Not `disabled`, so that the button keeps the focus at either end.
        onClick={() => !disabled && onMove()}
      />
    </span>
  );
}
