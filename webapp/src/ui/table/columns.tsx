import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { phoneDigits } from "@/api/gen/constants";
import type { FieldPath } from "@/lib/format/fieldPath";
import { formatRupees } from "@/lib/format/numbers";
import { dayOf, formatDay, formatMoment } from "@/lib/time/dates";
import { useFormatMomentLong } from "@/lib/time/useFormatMomentLong";
import { NameLink, NumberText, Text } from "../cells/cells";
import { PersonStatus } from "../cells/PersonStatus";
import { PhoneNumber } from "../cells/PhoneNumber";
import { StatusTag } from "../cells/StatusTag";
import { Tags } from "../cells/Tags";
import { Copyable } from "../display/Copy";
import type { IconName } from "../icons/Icon";
import { IconButton } from "../icons/IconButton";
import type { Column } from "./columnTypes";

type Maybe<T> = T | null | undefined;
interface Manners {
  /** Name for sorting, if the column is sortable. */
  order?: string;
  /** Long text wraps to a second line. */
  wrap?: boolean;
  /** The column names the row if it is not the first one (see `Column`). */
  heading?: boolean;
  /** Share of the free room in a wider table (see `Column`). */
  grow?: number;
  /** Header of the column that this one is stacked below (see `Column`). */
  below?: string;
  /** A card shows it without its header (see `Column`). */
  bare?: boolean;
}

/** Field that a column shows, or several; the first one is the key of the column (see `Column`). */
type Fields<Row> = FieldPath<Row> | readonly [FieldPath<Row>, ...FieldPath<Row>[]];
/** The part that all columns with fields have in common. */
function startOf<Row>(fields: Fields<Row>, header: string, width: number) {
  const list: readonly string[] = typeof fields === "string" ? [fields] : fields;
  return { fields: list, header, width };
}

/** Columns of a kind whose cells show nothing but the value. */
const showing =
  <Value,>(
    show: (value: Value) => ReactNode,
    kind: Pick<Column<unknown>, "wrap" | "align" | "grow" | "standing"> & { bare?: boolean } = {},
  ) =>
  <Row,>(
    fields: Fields<Row>,
    header: string,
    width: number,
    value: (row: Row) => Value,
    how: Manners = {},
  ): Column<Row> => ({ ...startOf(fields, header, width), ...kind, ...how, cell: (row) => show(value(row)) });

/** A count without a unit. */
const isFigure = (text: Maybe<string>) => /^[\d,.]+$/.test(text ?? "");

/**
 * Columns by kind: field of the row, header, width (see `Column`), text of the row. An empty value is a dash.
 *
 *     column.text("email", t("columns.email"), 112, ({ email }) => email, { soft: true })
 */
export const column = {
  text: <Row,>(
    fields: Fields<Row>,
    header: string,
    width: number,
    value: (row: Row) => Maybe<string>,
    {
      soft,
      note,
      copy = false,
      ...how
    }: Manners & { soft?: boolean; copy?: boolean; note?: (row: Row) => Maybe<string> } = {},
  ): Column<Row> => ({
    ...startOf(fields, header, width),
    grow: 2,
    wrap: true,
    bare: true,
    ...how,
    cell: (row) => (
      <Copyable value={copy ? value(row) : null}>
        <Text value={value(row)} note={note?.(row)} {...(soft && { soft })} />
      </Copyable>
    ),
  }),

  /** Digits that are not quantities: ids, zipcodes, IP addresses. */
  number: <Row,>(
    fields: Fields<Row>,
    header: string,
    width: number,
    value: (row: Row) => Maybe<string>,
    how: Manners = {},
  ): Column<Row> => ({
    ...startOf(fields, header, width),
    // A long number explains itself; a short one needs its header.
    bare: (row) => (value(row)?.length || phoneDigits) >= phoneDigits,
    ...how,
    cell: (row) => (
      <Copyable value={value(row)}>
        <NumberText value={value(row)} />
      </Copyable>
    ),
  }),

  /** A phone number, grouped for reading; copying takes only its digits. */
  phone: <Row,>(
    fields: Fields<Row>,
    header: string,
    width: number,
    value: (row: Row) => Maybe<string>,
    { code, ...how }: Manners & { code?: (row: Row) => Maybe<string> } = {},
  ): Column<Row> => ({
    ...startOf(fields, header, width),
    bare: true,
    ...how,
    cell: (row) => (
      <Copyable value={value(row)}>
        <PhoneNumber code={code?.(row)} number={value(row)} />
      </Copyable>
    ),
  }),

  /** A count, aligned right below its header. `to` links to the counted records. */
  figure: <Row,>(
    fields: Fields<Row>,
    header: string,
    width: number,
    value: (row: Row) => Maybe<string>,
    { to, ...how }: Manners & { to?: (row: Row) => string | undefined } = {},
  ): Column<Row> => ({
    ...startOf(fields, header, width),
    align: "end",
    ...how,
    cell: (row) => {
      const address = to?.(row);
      if (!address) return <NumberText value={value(row)} />;
      return (
        <Link to={address} className="number">
          {value(row)}
        </Link>
      );
    },
  }),

  /** 02-10-2026 3:31 PM, on two lines if the column is narrow. */
  moment: showing((moment: Maybe<string>) => <NumberText value={moment && formatMoment(moment)} />, { wrap: true }),

  /** 02 Oct 2026, 3:31 PM: for the clinic's payments and audit tabs only (B-18, A-63). */
  longMoment: showing((moment: Maybe<string>) => <LongMoment value={moment} />, { wrap: true }),

  /** 21-11-2026 */
  day: showing((day: Maybe<string>) => <NumberText value={day && formatDay(dayOf(day))} />),

  yesNo: showing((value: boolean) => <YesNo value={value} />),

  money: showing(
    (amount: Maybe<number>) => <NumberText value={typeof amount === "number" ? formatRupees(amount) : null} />,
    { align: "end" },
  ),

  tags: showing((names: readonly string[]) => <Tags names={names} />, { grow: 1, bare: true }),

  status: showing(
    (status: Maybe<{ text: string; tone: "good" | "bad" | "waiting" | "neutral" }>) =>
      status ? <StatusTag {...status} /> : <Text value={null} />,
    { bare: true, standing: true },
  ),

  /** Status of an admin, doctor or staff member. */
  personStatus: showing((status: string | null) => <PersonStatus status={status} />, { bare: true, standing: true }),

  /** Link of the row; plain text without an address. */
  link: <Row,>(
    fields: Fields<Row>,
    header: string,
    width: number,
    name: (row: Row) => Maybe<string>,
    to: (row: Row) => string | undefined,
    { tag, ...how }: Manners & { tag?: (row: Row) => { text: string; icon: IconName } | false } = {},
  ): Column<Row> => ({
    ...startOf(fields, header, width),
    grow: 3,
    bare: (row) => !isFigure(name(row)),
    ...how,
    cell: (row) => {
      const [text, address, kind] = [name(row), to(row), tag?.(row)];
      return address && text ? (
        <NameLink to={address} name={text} {...(kind && { tag: kind })} />
      ) : (
        <Text value={text} />
      );
    },
  }),

  /** A cell with any content. */
  custom: showing((content: ReactNode) => content),

  /** Actions of the row, in the last column. A few buttons align to the right. */
  actions: <Row,>(
    header: string,
    width: number,
    content: (row: Row) => ReactNode,
    { align }: { align?: "end" } = {},
  ): Column<Row> => ({
    fields: [],
    header,
    width,
    actions: true,
    ...(align && { align }),
    cell: (row) => (align ? <span>{content(row)}</span> : content(row)),
  }),

  /** A few buttons with only icons, in the last column. False for a button that a row does not have. */
  buttons: <Row,>(
    header: string,
    width: number,
    buttons: (row: Row) => readonly ({ icon: IconName; label: string; onClick: () => void } | false)[],
  ): Column<Row> =>
    column.actions(
      header,
      width,
      (row) => buttons(row).map((button) => button && <IconButton key={button.icon} {...button} />),
      { align: "end" },
    ),
};

function LongMoment({ value }: { value: Maybe<string> }) {
  const moment = useFormatMomentLong();
  return <NumberText value={value && moment(value)} />;
}

function YesNo({ value }: { value: boolean }) {
  const { t } = useTranslation();
  return <Text value={t(value ? "yes" : "no")} />;
}
