import { Checkbox } from "@blueprintjs/core";
import { memo, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { DataTable, type Lead, type RowProps, type TableProps, TableRow } from "../table/DataTable";
import css from "./SelectTable.module.css";
import type { Selection } from "./useSelection";

interface Props<Row> extends TableProps<Row> {
  selection: Selection<Row>;
  /** Label of a row's checkbox. Must be stable. */
  nameOf: (row: Row) => string;
}

/**
 * List with selectable rows: a checkbox per row and one for the page. Shift selects a range.
 *
 *     <ListScreen table={(table) => <SelectTable {...table} selection={selection} nameOf={nameOf} />}>
 *       <SelectionBar selection={selection} total={list.total}>…</SelectionBar>
 *     </ListScreen>
 */
export function SelectTable<Row>({ selection, nameOf, ...table }: Props<Row>) {
  const { t } = useTranslation("selection");
  const { has, choose, choosePage, page, empty } = selection;
  const lead = useMemo(
    (): Lead<Row> => ({
      head: (
        <span className={css.box}>
          <Checkbox
            aria-label={t("page")}
            checked={page === "all"}
            indeterminate={page === "some"}
            disabled={empty}
            onChange={({ currentTarget }) => choosePage(currentTarget.checked)}
          />
        </span>
      ),
      row: (props) => (
        <SelectRow
          {...props}
          label={t("row", { name: nameOf(props.row) })}
          chosen={has(props.row)}
          choose={choose as (row: unknown, on: boolean, upTo: boolean) => void}
        />
      ),
    }),
    [t, nameOf, has, choose, choosePage, page, empty],
  );
  return <DataTable {...table} lead={lead} />;
}

interface RowParts {
  label: string;
  chosen: boolean;
  choose: (row: unknown, on: boolean, upTo: boolean) => void;
}
const chosenFrame = { "data-chosen": true } as const;

/** Memoised, so that selecting a row does not render the others. */
const SelectRow = memo(function SelectRow<Row>({ label, chosen, choose, ...props }: RowProps<Row> & RowParts) {
  const shift = useRef(false);
  const box = (
    <span className={css.box}>
      <Checkbox
        aria-label={label}
        data-select
        checked={chosen}
        onClick={({ shiftKey }) => {
          shift.current = shiftKey;
        }}
        onChange={({ currentTarget }) => choose(props.row, currentTarget.checked, shift.current)}
      />
    </span>
  );
  return <TableRow {...props} lead={box} {...(chosen && { frame: chosenFrame })} />;
}) as <Row>(props: RowProps<Row> & RowParts) => React.ReactNode;
