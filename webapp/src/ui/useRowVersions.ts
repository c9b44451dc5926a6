import { useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { ApiError } from "@/api/errors";
import type { Versions } from "./useConflict";

interface Form<Row, Values> extends Pick<Versions<Values>, "fields" | "along" | "textOf"> {
  /** Reads the one record, which names its version. */
  read: (row: Row) => Promise<Row>;
  valuesOf: (row: Row) => Values;
}

/**
 * Versions of a record that is edited from its row in a list: it is read when it is saved, so that nobody waits for a
 * form to open and what somebody else did since the list was read is not lost (decision 164). `newest` is what is to
 * be changed, and what its `ifMatch` is taken from. Null where the form adds one. `shown` names the form's fields.
 */
export function useRowVersions<Row extends object, Values extends FieldValues>(
  row: Row | null,
  { read, valuesOf, ...shown }: Form<Row, Values>,
) {
  const newest = useRef(row);
  // A form that stays on its screen is about one row after the other.
  useEffect(() => {
    newest.current = row;
  }, [row]);
  if (row === null) return { newest, versions: undefined, shown };
  const versions: Versions<Values> = {
    ...shown,
    fromRow: true,
    reread: async () => {
      try {
        newest.current = await read(row);
      } catch (error) {
        // Another platform knows no such read. Where it is the record that is gone, the change itself is refused.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
      return valuesOf(newest.current ?? row);
    },
  };
  return { newest, versions, shown };
}
