const spelt = new WeakMap<object, readonly string[]>();
const none: readonly string[] = [];

/** Remember the words that an answer matched when the search as typed matched nothing. */
export function saveCorrections(answer: unknown, header: string | null): void {
  if (!header || typeof answer !== "object" || answer === null) return;
  spelt.set(answer, header.split(",").map(decodeURIComponent));
}

/** Words used in place of the search, each with a similar spelling; empty if the search matched as typed. */
export const correctionsOf = (answer: object): readonly string[] => spelt.get(answer) ?? none;
