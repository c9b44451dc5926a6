import { expect, it } from "vitest";
import type { Sending } from "@/api/rehearsal";
// What each line does is tried by cli/tests/test_console_commands.py.
import cases from "./changes.cases.json";
import { changeInCurl, changeInPython, changeInTerminal, changeOf } from "./written";

it.each(cases)("$what is a command, a script and a request", ({ sending, terminal, python, curl }) => {
  const change = changeOf(sending as Sending);
  if (!change) throw new Error("No call of the contract");
  expect(changeInTerminal(change)).toBe(terminal);
  expect(changeInPython(change).split("\n")).toEqual(python);
  expect(changeInCurl(change, "https://console.example")).toBe(curl);
});

it("is none where a file goes first, or where nobody knows the call", () => {
  expect(changeOf({ verb: "post", path: "/presigned_urls", options: {} })).toBeNull();
  expect(changeOf({ verb: "put", path: "/nowhere", options: {} })).toBeNull();
});
