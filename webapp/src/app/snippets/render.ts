import type { ActiveQuery } from "@/api/activeQueries";
import { pictureType } from "@/api/files";
import { callNames } from "@/api/gen/callNames";
import { type ChangeName, changeNames } from "@/api/gen/changeNames";
import type { Mutation, PendingPicture } from "@/api/mutation";
import { urlOf } from "@/api/request";

const plainWord = /^[\w@%+=:,./-]+$/;
/** Quote a word for a POSIX shell. */
const quoted = (word: string) => (plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

type Given = [name: string, value: unknown];
/** Parameters of a call without the empty values, which the console does not send either. */
const parametersOf = ({ path, query }: ActiveQuery["options"]): Given[] =>
  Object.entries({ ...path, ...query }).filter(([, value]) => value !== undefined && value !== null && value !== "");

const namedCalls = (readings: readonly ActiveQuery[]) =>
  readings.flatMap((reading) => {
    const names = callNames[reading.path];
    return names ? [{ reading, area: names[0], name: names[1] }] : [];
  });

/** Format a parameter for `careops call`. Quote values that it would otherwise read as JSON or as a file name. */
function parameter([name, value]: Given): string {
  if (value instanceof File) return quoted(`${name}=@${value.name}`);
  const isText = typeof value === "string" && !/^[[{@]/.test(value);
  const isPlain = isText || typeof value === "number" || typeof value === "boolean";
  return quoted(isPlain ? `${name}=${value}` : `${name}:=${JSON.stringify(value)}`);
}

/** Shell commands, with the account of `careops login`. */
export function renderCli(readings: readonly ActiveQuery[]): string {
  return namedCalls(readings)
    .map(({ reading, name }) =>
      ["careops call", name, ...parametersOf(reading.options).map(parameter), "--json"].join(" "),
    )
    .join("\n");
}

/** Format a value as Python. Strings, numbers and lists equal JSON; `true`, `false` and `null` differ. */
function python(value: unknown): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${python(item)}`)
    .join(", ")}}`;
}
const argument = ([name, value]: Given) => `${name}=${python(value)}`;
const argumentOrFile = ([name, value]: Given) =>
  value instanceof File ? `${name}=Upload.of(${python(value.name)})` : argument([name, value]);

/** Python script with the SDK; platform address and token come from the environment. */
export function renderPython(readings: readonly ActiveQuery[]): string {
  const calls = namedCalls(readings);
  const imports = [...new Set(calls.map(({ area, name }) => `from careops.calls.${area} import ${name}`))].sort();
  const lines = calls.map(
    ({ reading, name }) => `    print(client.send(${name}(${parametersOf(reading.options).map(argument).join(", ")})))`,
  );
  return script(imports, lines);
}
const script = (imports: readonly string[], lines: readonly string[]) =>
  ["from careops import CareOps", ...imports, "", "with CareOps.from_environment() as client:", ...lines].join("\n");

const asWhom = '-H "Authorization: Bearer $CAREOPS_TOKEN"';

/** Commands for curl; the token comes from the environment and is never part of the text. */
export function renderCurl(readings: readonly ActiveQuery[], origin: string): string {
  return namedCalls(readings)
    .map(({ reading: { path, options } }) => {
      const address = quoted(`${origin}${urlOf(path, options.path, options.query)}`);
      return `curl ${asWhom} ${address}`;
    })
    .join("\n");
}

/** A change with the names of the contract. */
interface Change extends ChangeName {
  sending: Mutation;
  /** Parameters, without secrets and pictures. */
  values: Given[];
  /** Pictures by parameter; each is uploaded first. */
  pictures: [name: string, picture: PendingPicture][];
  /** True if it sends files or uploads a picture first. */
  hasFiles: boolean;
  /** Names of the secrets, each read from an environment variable. */
  hidden: string[];
}
/** ETag in the form that SDK and CLI take, without the quotes of HTTP. */
const versionIn = ({ options }: Mutation) => options.ifMatch?.replace(/^W\//, "").replaceAll('"', "");
/** The same request in each language. */
export interface SnippetTexts {
  terminal: string;
  python: string;
  curl: string;
}

/** Commands that read the same data, in each language. */
export const renderReads = (readings: readonly ActiveQuery[], origin: string): SnippetTexts => ({
  terminal: renderCli(readings),
  python: renderPython(readings),
  curl: renderCurl(readings, origin),
});

/** Commands that make the same change, in each language. */
export const renderChange = (change: Change, origin: string): SnippetTexts => ({
  terminal: renderChangeCli(change),
  python: renderChangePython(change),
  curl: renderChangeCurl(change, origin),
});

/** Environment variable for a secret, so that no password appears in the text. */
export const variable = (secret: string) => secret.toUpperCase();

/** Format a form field: plain text, or JSON if the contract declares another type than text. */
const fieldOf = ([name, value]: [string, FormDataEntryValue]): Given => [
  name,
  typeof value === "string" && /^[[{]/.test(value) ? JSON.parse(value) : value,
];

/** Return the change, or null if the contract has no such call. */
export function toChange(sending: Mutation): Change | null {
  const named = changeNames[`${sending.verb} ${sending.path}`];
  if (!named) return null;
  const { form } = sending.options;
  const sent = form ? Object.fromEntries([...form.body].map(fieldOf)) : (sending.options.body ?? {});
  const plain = (form ? sent : JSON.parse(JSON.stringify(sent))) as Record<string, unknown>;
  const body = Object.entries((named.inside ? plain[named.inside] : plain) as object) as Given[];
  const again = body.filter(([name]) => !named.again.includes(name));
  const all = [...parametersOf(sending.options), ...again];
  const pictures = all.flatMap(([name, value]): [string, PendingPicture][] => {
    const picture = sending.pictures?.find(({ placeholder }) => placeholder === value);
    return picture ? [[name, picture]] : [];
  });
  const elsewhere = [...named.secrets, ...pictures.map(([name]) => name)];
  return {
    ...named,
    sending,
    pictures,
    hasFiles: pictures.length > 0 || all.some(([, value]) => value instanceof File),
    values: all.filter(([name]) => !elsewhere.includes(name)),
    hidden: all.map(([name]) => name).filter((name) => named.secrets.includes(name)),
  };
}

/** Shell command. Secrets and personal data go through standard input, because a process list shows arguments. */
export function renderChangeCli({ name, values, pictures, hidden, stdin, sending }: Change): string {
  const uploads = pictures.map(([parameter, { bucket, file }]) => quoted(`${parameter}=@${bucket}:${file}`));
  const version = versionIn(sending);
  const words = [
    "careops call",
    name,
    ...values.filter(([parameterName]) => !stdin.includes(parameterName)).map(parameter),
    ...uploads,
    ...(version ? ["--if-match", quoted(version)] : []),
  ];
  const piped = [
    ...hidden.map((secret) => ({ format: `"${secret}": "%s"`, word: `"$${variable(secret)}"` })),
    ...values
      .filter(([parameterName]) => stdin.includes(parameterName))
      .map(([parameterName, value]) => ({ format: `"${parameterName}": %s`, word: quoted(JSON.stringify(value)) })),
  ];
  if (piped.length === 0) return words.join(" ");
  const format = piped.map((field) => field.format).join(", ");
  return `printf '{${format}}' ${piped.map(({ word }) => word).join(" ")} | ${words.join(" ")} --body-json @-`;
}

/** As a script with the SDK. */
export function renderChangePython({ area, name, values, pictures, hidden, sending }: Change): string {
  const uploaded = pictures.map(([parameter]) => `${parameter}=picture`);
  const secrets = hidden.map((secret) => `${secret}=os.environ["${variable(secret)}"]`);
  const call = `${name}(${[...values.map(argumentOrFile), ...uploaded, ...secrets].join(", ")})`;
  const version = versionIn(sending);
  const sent = version ? `${call}, if_match=${JSON.stringify(version)}` : call;
  const imports = [`from careops.calls.${area} import ${name}`];
  const lines = [`    print(client.send(${sent}))`];
  if (values.some(([, value]) => value instanceof File)) imports.push("from careops.files import Upload");
  for (const [, { bucket, file }] of pictures) {
    imports.push("from careops.uploads import upload_picture");
    lines.unshift(`    picture = upload_picture(client, ${python(bucket)}, ${python(file)})`);
  }
  const text = script(imports, lines);
  return hidden.length === 0 ? text : `import os\n\n${text}`;
}

/** Commands for curl. The shell inserts the secrets and the addresses of uploaded pictures. */
export function renderChangeCurl({ hidden, inside, sending, values, pictures }: Change, origin: string): string {
  const { verb, path, options } = sending;
  const words = ["curl", "-X", verb.toUpperCase(), asWhom];
  if (options.ifMatch) words.push("-H", quoted(`If-Match: ${options.ifMatch}`));
  if (options.body !== undefined) {
    const isPicture = (name: string) => pictures.some(([parameter]) => parameter === name);
    const inner = (name: string, value: unknown) =>
      hidden.includes(name) ? `\ue000${variable(name)}\ue000` : isPicture(name) ? address : value;
    const depth = inside ? (options.body as Record<string, object>)[inside] : (options.body as object);
    const written = Object.fromEntries(Object.entries(depth ?? {}).map(([name, value]) => [name, inner(name, value)]));
    const body = JSON.stringify(inside ? { [inside]: written } : written);
    const safe = quoted(body)
      .replace(/\ue000(\w+)\ue000/g, `'"$$$1"'`)
      .replaceAll(address, `'"\${PICTURE%%\\?*}"'`);
    words.push("-H", quoted("Content-Type: application/json"), "--data-raw", safe);
  }
  for (const [name, value] of options.form ? values.filter(([name]) => options.form?.body.has(name)) : [])
    words.push("-F", quoted(`${name}=${value instanceof File ? `@${value.name}` : textOf(value)}`));
  const line = [...words, quoted(`${origin}${urlOf(path, options.path, options.query)}`)].join(" ");
  return [...pictures.flatMap(([, picture]) => pictureInCurl(picture, origin)), line].join("\n");
}
const address = "\ue001";
const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Commands that upload a picture and read its address with `jq`. */
function pictureInCurl({ bucket, file }: PendingPicture, origin: string): string[] {
  const presign = quoted(JSON.stringify({ files: [{ bucket, file_path: file }] }));
  const type = pictureType(file);
  return [
    `PICTURE=$(curl ${asWhom} -H 'Content-Type: application/json' --data-raw ${presign} ${quoted(`${origin}${urlOf("/presigned_urls")}`)} | jq -r '.data.ps_urls[0]')`,
    `curl -H 'Content-Type: ${type}' -T ${quoted(file)} "$PICTURE"`,
  ];
}
