import { messages } from "@/api/gen/messages";

/**
 * Translations of the server's messages by code, and of field names under `fields`. `_one` is added to a code for a
 * count of 1. "{{what}}" stands for the name of a field or another message.
 */
export interface MessageTranslations {
  readonly [code: string]: string | Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Translate a message of the server by its code. A message without a code, such as a reason of a job or a problem of
 * another platform, is identified by its English sentence. The code of a missing record without a translation has the
 * general one. Unknown messages are returned unchanged.
 */
export function translateServerMessage(sentence: string, texts: MessageTranslations, code?: string): string {
  const known = code ? { code, values: valuesOf(code, sentence) } : find(sentence);
  if (!known) return texts.fields[sentence.toLowerCase().replaceAll(" ", "_")] ?? sentence;
  const { values } = known;
  const one = values?.count === "1" ? texts[`${known.code}_one`] : undefined;
  const translated =
    one ?? texts[known.code] ?? (known.code.endsWith(notFound) ? texts[`record${notFound}`] : undefined);
  if (typeof translated !== "string") return sentence;
  // A newer server may use another sentence, in which the values cannot be found.
  if (!values) return translated.includes("{{") ? sentence : translated;
  const { what = "", where = "", count = "" } = values;
  const translatedPart = what && translateServerMessage(what, texts);
  return translated
    .replace("{{what}}", () => translatedPart)
    .replace("{{where}}", () => where)
    .replace("{{count}}", () => count);
}

/** End of the codes of records that do not exist. */
const notFound = "_not_found";
type Values = Readonly<Record<string, string>>;
const templates = new Map<string, string>(Object.entries(messages));
const codes = new Map([...templates].map(([code, template]) => [template, code]));
/** Codes with values. "{what} is required" comes after "Row {count}: {what}", because it matches that too. */
const patterns = [...templates]
  .filter(([, template]) => template.includes("{"))
  .sort(([, one], [, other]) => Number(one.startsWith("{")) - Number(other.startsWith("{")))
  .map(([code]) => code);

function find(sentence: string): { code: string; values: Values | undefined } | undefined {
  const exact = codes.get(sentence);
  if (exact) return { code: exact, values: {} };
  for (const code of patterns) {
    const values = valuesOf(code, sentence);
    if (values) return { code, values };
  }
  return undefined;
}

/** Return the values in a sentence; undefined if it is not the sentence of the code. */
function valuesOf(code: string, sentence: string): Values | undefined {
  const template = templates.get(code);
  if (template === undefined) return undefined;
  if (!template.includes("{")) return template === sentence ? {} : undefined;
  const match = patternOf(template).exec(sentence);
  return match ? { ...match.groups } : undefined;
}

/** Pattern of a template such as "Row {count}: {what}" or "{count} [row|rows]". */
function patternOf(template: string): RegExp {
  const literal = template.replace(/[.*+?^$()\\]/g, "\\$&");
  return new RegExp(
    `^${literal
      .replace(/\[([^|\]]*)\|([^\]]*)\]/g, "(?:$1|$2)")
      .replace("{what}", "(?<what>.{1,300}?)")
      .replace("{where}", "(?<where>[^:]{1,80})")
      .replace("{count}", "(?<count>-?[\\d,]{1,18})")}$`,
  );
}
