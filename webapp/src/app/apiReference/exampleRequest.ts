import { callNames } from "@/api/gen/callNames";
import type { Mutation } from "@/api/mutation";
import type { ExampleRequest, ReferenceCall, ReferenceParameter } from "@/api/reference";
import { renderChange, renderReads, toChange } from "../snippets/render";

/** Input of a form by parameter, as typed. */
export type Typed = Record<string, string>;

/** Convert input to the types of the parameters; empty input is left out. */
export function toParts(
  parameters: readonly ReferenceParameter[],
  typed: Typed,
): Required<Pick<ExampleRequest, "path" | "query">> {
  const parts: { path: Record<string, string | number>; query: Record<string, unknown> } = { path: {}, query: {} };
  for (const { name, type, in: place } of parameters) {
    const text = typed[name]?.trim() ?? "";
    if (text === "") continue;
    if (place === "path") parts.path[name] = read(text, type) as string | number;
    else parts.query[name] = read(text, type);
  }
  return parts;
}

function read(text: string, type: string): string | number | boolean {
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  if (
    (type === "integer" || type === "number") &&
    /^-?\d+(\.\d+)?$/.test(text) &&
    Number.isSafeInteger(Math.trunc(Number(text)))
  )
    return Number(text);
  return text;
}

/** Render a request as a command for the terminal, a script and a command for curl. */
export function renderRequest(call: ReferenceCall, request: ExampleRequest, origin: string) {
  const { path, method } = call;
  const parts = { path: request.path ?? {}, query: request.query ?? {} };
  if (method === "GET" && path in callNames) {
    return renderReads([{ path, options: parts }], origin);
  }
  const verb = method.toLowerCase() as Mutation["verb"];
  const content = call.form ? { form: { body: formOf(request) } } : request.body ? { body: request.body } : {};
  const change = toChange({ verb, path, options: { ...parts, ...content } });
  if (!change) throw new Error(`${call.name} has no name in the console`);
  return renderChange(change, origin);
}

function formOf({ body = {}, files = {} }: ExampleRequest): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  for (const [name, file] of Object.entries(files)) form.append(name, new File([], file));
  return form;
}
