import { isMessage, type Message } from "@/api/errors";
import { messages } from "@/api/gen/messages";

/** Translations of the server's messages by code, and of field names under `fields`. `_one` is added for a count of 1. */
export interface MessageTranslations {
  readonly [code: string]: string | Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Translate a message of the server by its code. A message without a code, such as a reason of a job or a problem of
 * another platform, is identified by its English sentence. The code of a missing record without a translation has the
 * general one. Unknown messages are returned unchanged. Values stand in the places of the translation, such as
 * "{{what}}".
 */
export function translateServerMessage(message: Message, texts: MessageTranslations): string {
  const { title, parameters } = message;
  const code = message.code ?? codes.get(title);
  if (!code) return texts.fields[title.toLowerCase().replaceAll(" ", "_")] ?? title;
  const singular = String(parameters?.count) === "1" ? texts[`${code}_one`] : undefined;
  const translated = singular ?? texts[code] ?? (code.endsWith(notFound) ? texts[`record${notFound}`] : undefined);
  if (typeof translated !== "string") return title;
  let complete = true;
  const text = translated.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => {
    const value = parameters?.[name];
    complete &&= value !== undefined;
    return isMessage(value) ? translateServerMessage(value, texts) : textOf(value, name, texts);
  });
  // An older server sends no values.
  return complete ? text : title;
}

/** End of the codes of records that do not exist. */
const notFound = "_not_found";
const codes = new Map<string, string>(Object.entries(messages).map(([code, title]) => [title, code]));

/** Text of a value. "{{what}}" can be the name of a field. */
const textOf = (value: unknown, name: string, texts: MessageTranslations) =>
  name === "what" ? translateServerMessage({ title: String(value) }, texts) : String(value);
