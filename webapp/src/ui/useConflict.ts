import { useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { ApiError } from "@/api/errors";

/** What a form needs to get along with somebody else who changes the same record. */
export interface Versions<Values> {
  /** The fields two people may change, by the label each has in the form. */
  fields: Partial<Record<keyof Values & string, string>>;
  /** How a field reads that is no text. */
  textOf?: (name: keyof Values & string, value: unknown) => string;
  /** Reads the record anew: what the form would start with now. What is sent from now on is sent against that. */
  reread: () => Promise<Values>;
}
/** A field both have changed, each in another way. */
export interface Clash {
  name: string;
  label: string;
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
  { fields, textOf = (_, value) => String(value ?? "") }: Versions<Values>,
  base: FieldValues,
  mine: Values,
  theirs: Values,
): Conflict<Values> {
  const merged: FieldValues = { ...theirs };
  const clashes: Clash[] = [];
  for (const name of Object.keys(mine)) {
    if (isSame(mine[name], base[name])) continue;
    merged[name] = mine[name];
    const label = fields[name as keyof Values & string];
    if (label === undefined || isSame(theirs[name], base[name]) || isSame(mine[name], theirs[name])) continue;
    const text = (values: Values) => textOf(name as keyof Values & string, values[name]);
    clashes.push({ name, label, mine: text(mine), theirs: text(theirs) });
  }
  return { clashes, merged: merged as Values, theirs };
}

/**
 * Sends against the version that was read. When somebody was faster, what they changed and this form did not is
 * taken over and it is sent again; what both changed is a conflict, for the user to decide.
 */
export function useConflict<Values extends FieldValues>(versions: Versions<Values> | undefined, initial: FieldValues) {
  const base = useRef(initial);
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null);

  async function settle(
    values: Values,
    send: (values: Values) => Promise<void>,
    fill: (values: Values) => void,
    tries = 3,
  ): Promise<void> {
    try {
      await send(values);
    } catch (error) {
      if (!versions || tries === 0 || !(error instanceof ApiError && error.status === 412)) throw error;
      const theirs = await versions.reread();
      const found = merge(versions, base.current, values, theirs);
      base.current = theirs;
      fill(found.merged);
      if (found.clashes.length === 0) return settle(found.merged, send, fill, tries - 1);
      setConflict(found);
    }
  }
  return { conflict, settle, done: () => setConflict(null) };
}
