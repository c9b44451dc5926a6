import { expect, it } from "vitest";
import { fileNameIn } from "./fileNames";

it.each([
  ['attachment; filename="leads-2026-11-22.csv"', "leads-2026-11-22.csv"],
  ["attachment; filename=leads.csv", "leads.csv"],
  [`attachment; filename="____.csv"; filename*=UTF-8''${encodeURIComponent("ਲੀਡ.csv")}`, "ਲੀਡ.csv"],
  ["attachment; filename*=utf-8''%E0%A4", "download"],
  ['attachment; filename="../../etc/passwd"', "passwd"],
  ["attachment; filename*=UTF-8''..%5C..%5Cevil.csv", "evil.csv"],
  ['attachment; filename="a\u202ecsv.exe"', "a_csv.exe"],
  ["attachment", "download"],
])("reads %s as %s", (header, name) => {
  expect(fileNameIn(header)).toBe(name);
});
