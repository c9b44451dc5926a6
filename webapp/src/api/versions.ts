const versions = new WeakMap<object, string>();

/** Remember the ETag for an answer and for the record in it. */
export function saveVersion(answer: unknown, version: string | null): unknown {
  if (!version || !isObject(answer)) return answer;
  // The record is the answer itself or its `data`.
  const inside = Object.values(answer).filter(isObject);
  for (const candidate of [answer, ...inside, ...inside.flatMap(Object.values).filter(isObject)])
    versions.set(candidate, version);
  return answer;
}
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** ETag of a record as it was read, for `ifMatch`; undefined if the platform sent none. */
export const versionOf = (record: object): string | undefined => versions.get(record);
