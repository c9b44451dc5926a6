import { ApiError } from "@/api/errors";

const ids = /^\d+(, \d+)*$/;

/** Ids in the detail of the first problem of a refusal, such as those of records that no longer exist. */
export function errorIds(error: unknown): readonly number[] {
  const detail = error instanceof ApiError ? error.problems[0]?.detail : undefined;
  return detail && ids.test(detail) ? detail.split(", ").map(Number) : [];
}

/** Replace ids in a refusal by the names of the records. Ids without a known name stay. */
export function replaceErrorIds(error: unknown, names: ReadonlyMap<number, string>): unknown {
  const listed = errorIds(error);
  if (!(error instanceof ApiError) || listed.length === 0) return error;
  const detail = listed.map((id) => names.get(id) ?? String(id)).join("\n");
  const [first, ...others] = error.problems;
  return first ? new ApiError(error.status, [{ ...first, detail, details: [] }, ...others], error.requestId) : error;
}
