/**
 * What our server says, in English, and the same in another language. "{{what}}" stands for any words, which may be a
 * sentence themselves, "{{where}}" for a name that is the same in every language.
 */
export type Refusals = Readonly<Record<string, string>>;

/**
 * A sentence of the server's in the language of `refusals`. Its English is its code: it comes through the gateway and
 * the SDK as it is. What is not in the table, such as what another platform says, stays as it was sent.
 */
export function inLanguage(sentence: string, refusals: Refusals): string {
  const whole = refusals[sentence];
  if (whole !== undefined) return whole;
  for (const [english, translated] of Object.entries(refusals)) {
    const found = english.includes("{{") && patternOf(english).exec(sentence);
    if (!found) continue;
    const { what = "", where = "", count = "" } = found.groups ?? {};
    const told = inLanguage(what, refusals);
    return translated
      .replace("{{what}}", () => told)
      .replace("{{where}}", () => where)
      .replace("{{count}}", count);
  }
  return sentence;
}

function patternOf(english: string): RegExp {
  const literal = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(
    `^${literal
      .replace("{{what}}", "(?<what>.{1,300}?)")
      .replace("{{where}}", "(?<where>[^:]{1,80})")
      .replace("{{count}}", "(?<count>-?[\\d,]{1,18})")}$`,
  );
}
