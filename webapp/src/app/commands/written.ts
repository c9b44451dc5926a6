import { urlOf } from "@/api/client";
import { type ChangeName, callNames, changeNames } from "@/api/gen/callNames";
import type { Reading } from "@/api/onScreen";
import type { Sending } from "@/api/rehearsal";

const plainWord = /^[\w@%+=:,./-]+$/;
/** A word as a POSIX shell reads it back. */
const quoted = (word: string) => (plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

type Given = [name: string, value: unknown];
/** What a call is given in its address: what is empty is not sent, here as there. */
const given = ({ path, query }: Reading["options"]): Given[] =>
  Object.entries({ ...path, ...query }).filter(([, value]) => value !== undefined && value !== null && value !== "");

const known = (readings: readonly Reading[]) =>
  readings.flatMap((reading) => {
    const names = callNames[reading.path];
    return names ? [{ reading, area: names[0], name: names[1] }] : [];
  });

/** A parameter as `careops call` takes it. What begins like JSON would be read as that. */
function parameter([name, value]: Given): string {
  const isText = typeof value === "string" && !/^[[{]/.test(value);
  const isPlain = isText || typeof value === "number" || typeof value === "boolean";
  return quoted(isPlain ? `${name}=${value}` : `${name}:=${JSON.stringify(value)}`);
}

/** As lines of a terminal: the account is the one of `careops login`. */
export function asTerminal(readings: readonly Reading[]): string {
  return known(readings)
    .map(({ reading, name }) => ["careops call", name, ...given(reading.options).map(parameter), "--json"].join(" "))
    .join("\n");
}

/** JSON's texts, numbers and lists are Python's too; its words are not. */
function python(value: unknown): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${python(one)}`)
    .join(", ")}}`;
}
const argument = ([name, value]: Given) => `${name}=${python(value)}`;

/** As a script with the SDK: platform and token come from the environment. */
export function asPython(readings: readonly Reading[]): string {
  const calls = known(readings);
  const imports = [...new Set(calls.map(({ area, name }) => `from careops.calls.${area} import ${name}`))].sort();
  const lines = calls.map(
    ({ reading, name }) => `    print(client.send(${name}(${given(reading.options).map(argument).join(", ")})))`,
  );
  return script(imports, lines);
}
const script = (imports: readonly string[], lines: readonly string[]) =>
  ["from careops import CareOps", ...imports, "", "with CareOps.from_environment() as client:", ...lines].join("\n");

const asWhom = '-H "Authorization: Bearer $CAREOPS_TOKEN"';

/** With curl: the token stands in the environment, never in the text. */
export function asCurl(readings: readonly Reading[], origin: string): string {
  return known(readings)
    .map(({ reading: { path, options } }) => {
      const address = quoted(`${origin}${urlOf(path, options.path, options.query)}`);
      return `curl ${asWhom} ${address}`;
    })
    .join("\n");
}

/** A change in the words of the contract. */
interface Change extends ChangeName {
  sending: Sending;
  /** What it is given, secrets left out. */
  values: Given[];
  /** The secrets it is given; each is a variable of the environment. */
  hidden: string[];
}
/** A version as the SDK and the terminal say it: an ETag's quotes belong to HTTP. */
const versionIn = ({ options }: Sending) => options.ifMatch?.replace(/^W\//, "").replaceAll('"', "");
/** The variable that holds a secret: nobody's password is written down. */
export const variable = (secret: string) => secret.toUpperCase();

/** A form with a picture begins with that: it is uploaded before anything is changed. */
const uploads = "/presigned_urls";

/** Null for what is no call of the contract, or sends files. */
export function changeOf(sending: Sending): Change | null {
  const named = sending.path === uploads ? undefined : changeNames[`${sending.verb} ${sending.path}`];
  if (!named) return null;
  const whole = JSON.parse(JSON.stringify(sending.options.body ?? {})) as Record<string, unknown>;
  const body = Object.entries((named.inside ? whole[named.inside] : whole) as object) as Given[];
  const again = body.filter(([name]) => !named.again.includes(name));
  const all = [...given(sending.options), ...again];
  return {
    ...named,
    sending,
    values: all.filter(([name]) => !named.secrets.includes(name)),
    hidden: all.map(([name]) => name).filter((name) => named.secrets.includes(name)),
  };
}

/** As a line of a terminal. Secrets go by the standard input, where nobody sees them in a list of processes. */
export function changeInTerminal({ name, values, hidden, sending }: Change): string {
  const version = versionIn(sending);
  const words = ["careops call", name, ...values.map(parameter), ...(version ? ["--if-match", quoted(version)] : [])];
  if (hidden.length === 0) return words.join(" ");
  const said = hidden.map((secret) => `"${secret}": "%s"`).join(", ");
  const from = hidden.map((secret) => `"$${variable(secret)}"`).join(" ");
  return `printf '{${said}}' ${from} | ${words.join(" ")} --body-json @-`;
}

/** As a script with the SDK. */
export function changeInPython({ area, name, values, hidden, sending }: Change): string {
  const secrets = hidden.map((secret) => `${secret}=os.environ["${variable(secret)}"]`);
  const call = `${name}(${[...values.map(argument), ...secrets].join(", ")})`;
  const version = versionIn(sending);
  const sent = version ? `${call}, if_match=${JSON.stringify(version)}` : call;
  const text = script([`from careops.calls.${area} import ${name}`], [`    print(client.send(${sent}))`]);
  return hidden.length === 0 ? text : `import os\n\n${text}`;
}

/** With curl. The shell puts the secrets in between the quotes. */
export function changeInCurl({ hidden, inside, sending }: Change, origin: string): string {
  const { verb, path, options } = sending;
  const words = ["curl", "-X", verb.toUpperCase(), asWhom];
  if (options.ifMatch) words.push("-H", quoted(`If-Match: ${options.ifMatch}`));
  if (options.body !== undefined) {
    const inner = (name: string, value: unknown) => (hidden.includes(name) ? `\ue000${variable(name)}\ue000` : value);
    const depth = inside ? (options.body as Record<string, object>)[inside] : (options.body as object);
    const written = Object.fromEntries(Object.entries(depth ?? {}).map(([name, value]) => [name, inner(name, value)]));
    const body = JSON.stringify(inside ? { [inside]: written } : written);
    const safe = quoted(body).replace(/\ue000(\w+)\ue000/g, `'"$$$1"'`);
    words.push("-H", quoted("Content-Type: application/json"), "--data-raw", safe);
  }
  return [...words, quoted(`${origin}${urlOf(path, options.path, options.query)}`)].join(" ");
}
