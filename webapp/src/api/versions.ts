const versions = new WeakMap<object, string>();

/** Notes the version of an answer, and of the record in it: whoever holds either of them has what was read. */
export function remember(answer: unknown, version: string | null): unknown {
  if (!version || !isObject(answer)) return answer;
  // A record stands in its answer, or in the answer's data.
  const inside = Object.values(answer).filter(isObject);
  for (const part of [answer, ...inside, ...inside.flatMap(Object.values).filter(isObject)])
    versions.set(part, version);
  return answer;
}
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The version a record had when it was read, for `ifMatch`; nothing when the platform names none. */
export const versionOf = (record: object): string | undefined => versions.get(record);
