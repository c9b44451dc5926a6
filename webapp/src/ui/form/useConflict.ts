import { useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { hasStatus } from "@/api/errors";

/** Settings of a form that detects edits of the same record by other users. */
export interface VersionedForm<Values> {
  /** Labels of the fields that can conflict. */
  fields: Partial<Record<keyof Values & string, string>>;
  /** Fields without a label that belong to the same decision as another field. */
  along?: Partial<Record<keyof Values & string, readonly (keyof Values & string)[]>>;
  /** Formats the value of a field that is not text. */
  textOf?: (name: keyof Values & string, value: unknown) => string;
  /** Read the record again and return the form's initial values for it. Later submits use its version. */
  reread: () => Promise<Values>;
  /** The form started from a list row, which has no version, so the record is read before the first submit. */
  fromRow?: boolean;
}
/** A field that both users have changed to different values. */
export interface FieldConflict {
  name: string;
  label: string;
  /** The field and those that belong to the same decision. */
  parts: readonly string[];
  mine: string;
  theirs: string;
}
export interface Conflict<Values> {
  clashes: readonly FieldConflict[];
  /** The user's input, with the other user's changes in all other fields. */
  merged: Values;
  theirs: Values;
}

const isSame = (value: unknown, other: unknown) => JSON.stringify(value) === JSON.stringify(other);

/** Three-way merge of two edits of the record with which the form started. */
export function merge<Values extends FieldValues>(
  { fields, along = {}, textOf = (_, value) => String(value ?? "") }: VersionedForm<Values>,
  base: FieldValues,
  mine: Values,
  theirs: Values,
): Conflict<Values> {
  const merged: FieldValues = { ...theirs };
  const clashes: FieldConflict[] = [];
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
 * Submit with the version that was read. After a conflict (412), take over the other user's changes to other fields
 * and submit again. Fields that both changed become a conflict for the user to decide.
 */
export function useConflict<Values extends FieldValues>(
  versions: VersionedForm<Values> | undefined,
  initial: FieldValues,
) {
  const base = useRef(initial);
  const isBehind = useRef(versions?.fromRow === true);
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null);

  /** Return the values to send with the other user's changes; null if the user must decide first. */
  async function catchUp(record: VersionedForm<Values>, values: Values, fill: (values: Values) => void) {
    const theirs = await record.reread();
    const merged = merge(record, base.current, values, theirs);
    base.current = theirs;
    isBehind.current = false;
    if (!isSame(merged.merged, values)) fill(merged.merged);
    if (merged.clashes.length === 0) return merged.merged;
    setConflict(merged);
    return null;
  }

  async function settle(
    values: Values,
    send: (values: Values) => Promise<void>,
    fill: (values: Values) => void,
    tries = 3,
  ): Promise<void> {
    try {
      const settled = versions && isBehind.current ? await catchUp(versions, values, fill) : values;
      if (settled) await send(settled);
    } catch (error) {
      if (!versions || tries === 0 || !hasStatus(error, 412)) throw error;
      const settled = await catchUp(versions, values, fill);
      if (settled) await settle(settled, send, fill, tries - 1);
    }
  }
  return { conflict, settle, done: () => setConflict(null) };
}
