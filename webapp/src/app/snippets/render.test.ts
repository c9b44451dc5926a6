import { describe, expect, it } from "vitest";
import { renderCli, renderCurl, renderPython } from "./render";

const list = {
  path: "/admin/clinics",
  options: {
    query: { search_text: "st. mary's $HOME", is_hospital: false, page: 2, filter_text: "", filter_type: undefined },
  },
};
const record = { path: "/admin/clinics/{id}", options: { path: { id: 41 } } };

describe("reads of a screen", () => {
  it("is a line of a terminal", () => {
    expect(renderCli([list])).toBe(
      String.raw`careops call ListClinics 'search_text=st. mary'\''s $HOME' is_hospital=false page=2 --json`,
    );
  });

  it("is a script", () => {
    expect(renderPython([list])).toBe(
      [
        "from careops import CareOps",
        "from careops.calls.clinics import ListClinics",
        "",
        "with CareOps.from_environment() as client:",
        `    print(client.send(ListClinics(search_text="st. mary's $HOME", is_hospital=False, page=2)))`,
      ].join("\n"),
    );
  });

  it("is a request with the token elsewhere", () => {
    expect(renderCurl([record], "https://console.example")).toBe(
      'curl -H "Authorization: Bearer $CAREOPS_TOKEN" https://console.example/api/admin/clinics/41',
    );
    expect(renderCurl([list], "https://console.example")).toContain(
      "'https://console.example/api/admin/clinics?search_text=st.+mary%27s+%24HOME&is_hospital=false&page=2'",
    );
  });

  it("omits records without a name", () => {
    expect(renderCli([{ path: "/nowhere", options: {} }])).toBe("");
  });
});
