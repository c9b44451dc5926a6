import { expect, it } from "vitest";
import { webAddress } from "./webAddress";

it("keeps web addresses", () => {
  expect(webAddress(" https://go.careops.example/41?a=1 ")).toBe("https://go.careops.example/41?a=1");
  expect(webAddress("HTTP://go.careops.example")).toBe("http://go.careops.example/");
});

it.each([
  null,
  undefined,
  "",
  "javascript:alert(1)",
  " JavaScript:alert(1)//https://go.example",
  "data:text/html,x",
  "//go.careops.example",
  "go.careops.example",
  "https://",
  "https:go.example",
])("rejects other addresses: %s", (text) => {
  expect(webAddress(text)).toBeNull();
});
