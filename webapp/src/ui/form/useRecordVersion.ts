import { useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { hasStatus } from "@/api/errors";
import type { VersionedForm } from "./useConflict";

interface Form<Row, Values> extends Pick<VersionedForm<Values>, "fields" | "along" | "textOf"> {
  /** Read the single record, which has a version. */
  read: (row: Row) => Promise<Row>;
  valuesOf: (row: Row) => Values;
}

/**
 * Versions of a record that is edited from its list row. The record is read on saving, so the form opens without a
 * wait and changes made since the list was read are not lost (decision 164). `newest` is the record to change and the
 * source of `ifMatch`. Null if the form adds a record. `shown` names the form's fields.
 */
export function useRecordVersion<Row extends object, Values extends FieldValues>(
  row: Row | null,
  { read, valuesOf, ...shown }: Form<Row, Values>,
) {
  const newest = useRef(row);
  // A form that stays on its screen edits several rows in sequence.
  useEffect(() => {
    newest.current = row;
  }, [row]);
  if (row === null) return { newest, versions: undefined, shown };
  const versions: VersionedForm<Values> = {
    ...shown,
    fromRow: true,
    reread: async () => {
      try {
        newest.current = await read(row);
      } catch (error) {
        // Another platform may lack this read. If the record is gone, the change itself is refused.
        if (!hasStatus(error, 404)) throw error;
      }
      return valuesOf(newest.current ?? row);
    },
  };
  return { newest, versions, shown };
}
