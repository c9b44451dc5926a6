const spelt = new WeakMap<object, readonly string[]>();
const none: readonly string[] = [];

/** Notes the words that an answer's rows were found by, where nothing matched the search as it was typed. */
export function rememberSpelt(answer: unknown, header: string | null): void {
  if (!header || typeof answer !== "object" || answer === null) return;
  spelt.set(answer, header.split(",").map(decodeURIComponent));
}

/** Words that were looked for instead, each nearly spelt as one of the search; none where it was found as asked for. */
export const speltIn = (answer: object): readonly string[] => spelt.get(answer) ?? none;
