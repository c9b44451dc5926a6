const versions = new WeakMap<object, string>();

/** Notes the version of an answer, and of the record in it: whoever holds either of them has what was read. */
export function remember(answer: unknown, version: string | null): unknown {
  if (!version || typeof answer !== "object" || answer === null) return answer;
  for (const part of [answer, ...Object.values(answer)])
    if (typeof part === "object" && part !== null) versions.set(part, version);
  return answer;
}

/** The version a record had when it was read, for `ifMatch`; nothing when the platform names none. */
export const versionOf = (record: object): string | undefined => versions.get(record);
