import { useCallback, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { ApiError } from "@/api/errors";

/** What a form needs to get along with somebody else who changes the same record. */
export interface Versions<Values> {
  /** The fields two people may change, by the label each has in the form. */
  fields: Partial<Record<keyof Values & string, string>>;
  /** What else is decided with a field: parts of the same choice that have no label of their own. */
  along?: Partial<Record<keyof Values & string, readonly (keyof Values & string)[]>>;
  /** How a field reads that is no text. */
  textOf?: (name: keyof Values & string, value: unknown) => string;
  /** Reads the record anew: what the form would start with now. What is sent from now on is sent against that. */
  reread: () => Promise<Values>;
  /** The form began with a row of a list, which names no version: the record is read before anything is sent. */
  fromRow?: boolean;
}
/** A field both have changed, each in another way. */
export interface Clash {
  name: string;
  label: string;
  /** The fields it is about: its own, and those that are decided with it. */
  parts: readonly string[];
  mine: string;
  theirs: string;
}
export interface Conflict<Values> {
  clashes: readonly Clash[];
  /** What was typed, with everything of theirs that was not. */
  merged: Values;
  theirs: Values;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Puts together what two people made of the record the form began with. */
export function merge<Values extends FieldValues>(
  { fields, along = {}, textOf = (_, value) => String(value ?? "") }: Versions<Values>,
  base: FieldValues,
  mine: Values,
  theirs: Values,
): Conflict<Values> {
  const merged: FieldValues = { ...theirs };
  const clashes: Clash[] = [];
  for (const name of Object.keys(mine)) {
    if (isSame(mine[name], base[name])) continue;
    merged[name] = mine[name];
    const field = name as keyof Values & string;
    const label = fields[field];
    if (label === undefined || isSame(theirs[name], base[name]) || isSame(mine[name], theirs[name])) continue;
    const parts = [name, ...(along[field] ?? [])];
    clashes.push({ name, label, parts, mine: textOf(field, mine[field]), theirs: textOf(field, theirs[field]) });
  }
  return { clashes, merged: merged as Values, theirs };
}

/**
 * Sends against the version that was read. When somebody was faster, what they changed and this form did not is
 * taken over and it is sent again; what both changed is a conflict, for the user to decide.
 */
export function useConflict<Values extends FieldValues>(versions: Versions<Values> | undefined, initial: FieldValues) {
  const base = useRef(initial);
  const isBehind = useRef(versions?.fromRow === true);
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null);

  /** What is to be sent, with everything of theirs taken over; null where the user decides first. */
  async function catchUp(record: Versions<Values>, values: Values, fill: (values: Values) => void) {
    const theirs = await record.reread();
    const found = merge(record, base.current, values, theirs);
    base.current = theirs;
    isBehind.current = false;
    if (!isSame(found.merged, values)) fill(found.merged);
    if (found.clashes.length === 0) return found.merged;
    setConflict(found);
    return null;
  }

  async function settle(
    values: Values,
    send: (values: Values) => Promise<void>,
    fill: (values: Values) => void,
    tries = 3,
  ): Promise<void> {
    try {
      const wanted = versions && isBehind.current ? await catchUp(versions, values, fill) : values;
      if (wanted) await send(wanted);
    } catch (error) {
      if (!versions || tries === 0 || !(error instanceof ApiError && error.status === 412)) throw error;
      const wanted = await catchUp(versions, values, fill);
      if (wanted) await settle(wanted, send, fill, tries - 1);
    }
  }
  /** The form is about another record now, and begins with that. */
  const begin = useCallback((values: FieldValues, fromRow: boolean) => {
    base.current = values;
    isBehind.current = fromRow;
  }, []);
  return { conflict, settle, begin, done: () => setConflict(null) };
}
