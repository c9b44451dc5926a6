import { expect, it } from "vitest";
import type { Mutation } from "@/api/mutation";
// cli/tests/test_console_commands.py runs each line.
import cases from "./changes.cases.json";
import { renderChangeCli, renderChangeCurl, renderChangePython, toChange } from "./render";

/** A form, described by its texts and file names. */
interface Told {
  options: { form?: { fields: Record<string, string>; files: Record<string, string> } };
}
function read(sending: object): Mutation {
  const { form, ...options } = (sending as Told).options;
  if (!form) return { ...sending, options } as Mutation;
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  for (const [name, file] of Object.entries(form.files)) body.append(name, new File(["x"], file));
  return { ...sending, options: { ...options, form: { body } } } as Mutation;
}

it.each(cases)("$what is a command, a script and a request", ({ sending, terminal, python, curl }) => {
  const change = toChange(read(sending));
  if (!change) throw new Error("No call of the contract");
  expect(renderChangeCli(change)).toBe(terminal);
  expect(renderChangePython(change).split("\n")).toEqual(python);
  expect(renderChangeCurl(change, "https://console.example")).toBe(curl);
});

it("is empty for an unknown call", () => {
  expect(toChange({ verb: "put", path: "/nowhere", options: {} })).toBeNull();
});
