import { ApiError } from "@/api/errors";

const ids = /^\d+(, \d+)*$/;

/** The ids that the first problem of a refusal lists as its detail, such as those of records that no longer exist. */
export function listedIds(error: unknown): readonly number[] {
  const detail = error instanceof ApiError ? error.problems[0]?.detail : undefined;
  return detail && ids.test(detail) ? detail.split(", ").map(Number) : [];
}

/** The refusal with the names of records in place of their ids. An id without a known name stays. */
export function nameListedIds(error: unknown, names: ReadonlyMap<number, string>): unknown {
  const listed = listedIds(error);
  if (!(error instanceof ApiError) || listed.length === 0) return error;
  const detail = listed.map((id) => names.get(id) ?? String(id)).join("\n");
  const [first, ...others] = error.problems;
  return first ? new ApiError(error.status, [{ ...first, detail }, ...others], error.requestId) : error;
}
