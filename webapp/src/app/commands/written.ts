import { urlOf } from "@/api/client";
import { callNames } from "@/api/gen/callNames";
import type { Reading } from "@/api/onScreen";

const plainWord = /^[\w@%+=:,./-]+$/;
/** A word as a POSIX shell reads it back. */
const quoted = (word: string) => (plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

type Value = string | number | boolean | null | readonly unknown[];
/** What a call is given: what is empty is not sent, here as there. */
function given({ options }: Reading): [name: string, value: Value][] {
  const all = Object.entries({ ...options.path, ...options.query }) as [string, Value | undefined][];
  return all.filter((one): one is [string, Value] => one[1] !== undefined && one[1] !== null && one[1] !== "");
}

const known = (readings: readonly Reading[]) =>
  readings.flatMap((reading) => {
    const names = callNames[reading.path];
    return names ? [{ reading, area: names[0], name: names[1] }] : [];
  });

/** As lines of a terminal: the account is the one of `careops login`. */
export function asTerminal(readings: readonly Reading[]): string {
  return known(readings)
    .map(({ reading, name }) => {
      const words = given(reading).map(([key, value]) =>
        quoted(typeof value === "object" ? `${key}:=${JSON.stringify(value)}` : `${key}=${value}`),
      );
      return ["careops call", name, ...words, "--json"].join(" ");
    })
    .join("\n");
}

/** JSON's texts, numbers and lists are Python's too; its words are not. */
function python(value: unknown): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  return Array.isArray(value) ? `[${value.map(python).join(", ")}]` : JSON.stringify(value);
}

/** As a script with the SDK: platform and token come from the environment. */
export function asPython(readings: readonly Reading[]): string {
  const calls = known(readings);
  const imports = [...new Set(calls.map(({ area, name }) => `from careops.calls.${area} import ${name}`))].sort();
  const lines = calls.map(({ reading, name }) => {
    const values = given(reading).map(([key, value]) => `${key}=${python(value)}`);
    return `    print(client.send(${name}(${values.join(", ")})))`;
  });
  return ["from careops import CareOps", ...imports, "", "with CareOps.from_environment() as client:", ...lines].join(
    "\n",
  );
}

/** With curl: the token stands in the environment, never in the text. */
export function asCurl(readings: readonly Reading[], origin: string): string {
  return known(readings)
    .map(({ reading: { path, options } }) => {
      const address = quoted(`${origin}${urlOf(path, options.path, options.query)}`);
      return `curl -H "Authorization: Bearer $CAREOPS_TOKEN" ${address}`;
    })
    .join("\n");
}
