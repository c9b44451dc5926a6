import { describe, expect, it } from "vitest";
// The SDK's tests read the same file.
import shared from "../../../../sdk/tests/phone_numbers.json";
import { formatPhone, isNoPhone, isPhone, parsePhone, parsePincode } from "./phone";

describe("phoneOf", () => {
  it.each(shared.numbers)("parses %j as %j", (typed, phone) => {
    expect(parsePhone(typed)).toBe(phone);
    expect(isPhone(parsePhone(typed))).toBe(true);
  });

  it.each(shared.others)("keeps %j, which is another number", (typed) => {
    expect(parsePhone(typed)).toBe(typed);
    expect(isPhone(typed)).toBe(false);
    expect(isNoPhone(parsePhone(typed))).toBe(true);
  });

  it.each(shared.unfinished)("waits for more digits of %j", (typed) => {
    expect(isPhone(parsePhone(typed))).toBe(false);
    expect(isNoPhone(parsePhone(typed))).toBe(false);
  });

  it.each(["+919876543210", "919876543210", "00919876543210", "09876543210", "+91 98765-43210"])(
    "makes ten digits of %j typed key by key",
    (typed) => {
      expect(Array.from(typed).reduce((value, key) => parsePhone(value + key), "")).toBe("9876543210");
    },
  );

  it.each([
    ["98765-43210x", "9876543210"],
    ["9876", "9876"],
    ["phone", ""],
  ])("keeps the digits of %j alone", (typed, phone) => {
    expect(parsePhone(typed)).toBe(phone);
  });
});

describe("a phone number on screen", () => {
  it.each([
    [null, "9812345670", "+91 98123 45670"],
    ["91", "9812345670", "+91 98123 45670"],
    ["+91", "9812345670", "+91 98123 45670"],
    [null, "+919812345670", "+91 98123 45670"],
    [null, "919812345670", "+91 98123 45670"],
    ["44", "2079460000", "+44 20794 60000"],
    ["977", "984512345", "+977 984512345"],
    [null, "1800-11", "1800-11"],
    [null, null, null],
    [null, "", null],
  ])("formats code %j and number %j as %j", (code, number, text) => {
    expect(formatPhone(code, number)).toBe(text);
  });
});

describe("pincodes", () => {
  it.each(["141 001", "141001", "१४१ ००१", " 141\u00a0001 "])("reads %j as 141001", (typed) => {
    expect(parsePincode(typed)).toBe("141001");
  });

  it.each(["1410012", "14-1001", "141 00", "abc"])("keeps %j unchanged", (typed) => {
    expect(parsePincode(typed)).toBe(typed);
  });
});
