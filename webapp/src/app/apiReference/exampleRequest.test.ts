import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ReferenceCall, referenceIndex } from "@/api/reference";
import { renderRequest, toParts } from "./exampleRequest";

const read = (area: string): ReferenceCall[] =>
  JSON.parse(readFileSync(`webapp/src/api/gen/reference/${area}.json`, "utf-8")).calls;
const calls = referenceIndex.areas.flatMap(({ name }) => read(name));
const named = (name: string) => calls.find((call) => call.name === name) as ReferenceCall;

describe("examples of the reference", () => {
  it.each(calls.map((call) => [call.name, call] as const))("%s has all three", (name, call) => {
    const { terminal, python, curl } = renderRequest(call, call.example, "https://console.example");
    expect(terminal).toContain(`careops call ${name}`);
    expect(python).toContain(`import ${name}`);
    expect(curl).toContain("curl ");
    expect(curl).toContain("https://console.example/api/");
  });

  it("contain no password", () => {
    const { terminal, python, curl } = renderRequest(named("ChangePassword"), named("ChangePassword").example, "");
    const { old_password } = named("ChangePassword").example.body as Record<string, string>;
    for (const text of [terminal, python, curl]) expect(text).not.toContain(old_password);
    expect(curl).toContain("$OLD_PASSWORD");
  });

  it("send a file with its name", () => {
    expect(renderRequest(named("UploadLeads"), named("UploadLeads").example, "").curl).toContain("file0=@leads.csv");
  });

  it("use the input with the types of the parameters", () => {
    const call = named("ListClinics");
    const parts = toParts(call.parameters, { page: "2", is_hospital: "true", search_text: " 123 ", filter_text: "" });
    expect(parts).toEqual({ path: {}, query: { page: 2, is_hospital: true, search_text: "123" } });
    expect(renderRequest(call, parts, "").terminal).toBe(
      "careops call ListClinics page=2 search_text=123 is_hospital=true --json",
    );
  });

  it("leave an invalid number to the platform", () => {
    expect(toParts(named("ListClinics").parameters, { page: "two" }).query).toEqual({ page: "two" });
  });
});

// cli/tests/test_reference_examples.py reads each text as a shell, Python or the platform does. `vitest -u` rewrites it.
it("match the snapshot", async () => {
  const lines = calls.map((call) =>
    JSON.stringify({ name: call.name, ...renderRequest(call, call.example, "https://console.example") }),
  );
  await expect(`[\n${lines.join(",\n")}\n]\n`).toMatchFileSnapshot("examples.cases.json");
});
