/**
 * Sentences of our server in English and their translation. "{{what}}" stands for any words, including a sentence;
 * "{{where}}" stands for a name that is not translated.
 */
export type MessageTranslations = Readonly<Record<string, string>>;

/**
 * Translate a sentence of the server. The English sentence is the key, because gateway and SDK pass it through
 * unchanged. Unknown sentences, such as those of another platform, stay as sent.
 */
export function translateServerMessage(sentence: string, refusals: MessageTranslations): string {
  const whole = refusals[sentence];
  if (whole !== undefined) return whole;
  for (const [english, translated] of Object.entries(refusals)) {
    const found = english.includes("{{") && patternOf(english).exec(sentence);
    if (!found) continue;
    const { what = "", where = "", count = "" } = found.groups ?? {};
    const translatedPart = translateServerMessage(what, refusals);
    return translated
      .replace("{{what}}", () => translatedPart)
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
