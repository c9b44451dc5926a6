import { expect, it } from "vitest";
import type { Message } from "@/api/errors";
import english from "@/i18n/en/refusals.json";
import hindi from "@/i18n/hi/refusals.json";
import punjabi from "@/i18n/pb/refusals.json";
import { type MessageTranslations, translateServerMessage } from "./serverMessages";

const translate = (title: string, texts: MessageTranslations, code?: string, parameters?: Message["parameters"]) =>
  translateServerMessage({ title, code: code ?? null, parameters: parameters ?? null }, texts);

it.each([
  ["This phone number already belongs to a user", "यह फ़ोन नंबर पहले से किसी उपयोगकर्ता का है"],
  ["Whatever another platform says", "Whatever another platform says"],
  ["", ""],
])("translates %j without a code to Hindi", (sentence, translation) =>
  expect(translate(sentence, hindi)).toBe(translation),
);

it.each([
  ["too_short", { what: "Password", count: 15 }, "पासवर्ड में कम से कम 15 अक्षर होने चाहिए"],
  ["above_maximum", { what: "Beds count", count: 100000 }, "बेड: 100000 या उससे कम भरें"],
  ["above_maximum", { what: "Wing", count: 7 }, "Wing: 7 या उससे कम भरें"],
  ["required", { what: "{{what}}" }, "{{what}} आवश्यक है"],
  ["required", { what: "{what} of $& and $1" }, "{what} of $& and $1 आवश्यक है"],
  [
    "cell_campaign_unknown",
    { what: "Eyes for $& free" },
    "क्लिनिक में “Eyes for $& free” नाम का कोई अभियान नहीं है; लीड को बिना अभियान जोड़ने के लिए छोड़ दें या UTM विवरण चुनें",
  ],
])("fills the values of %s into its Hindi translation", (code, parameters, translation) =>
  expect(translate("An English sentence", hindi, code, parameters)).toBe(translation),
);

it("translates a message within a message", () => {
  const phone = {
    title: "Please enter a valid 10 digit mobile number",
    code: "phone_number_invalid",
    parameters: null,
  };
  const long = { title: "It can have at most 2000 characters", code: "cell_too_long", parameters: { count: 2000 } };
  expect(translate("Row 4", hindi, "lead_cell_invalid", { count: 4, where: "phone_number", what: phone })).toBe(
    "पंक्ति 4, phone_number: कृपया 10 अंकों का मान्य मोबाइल नंबर भरें",
  );
  expect(translate("Row 5", hindi, "lead_cell_invalid", { count: 5, where: "note", what: long })).toBe(
    "पंक्ति 5, note: इसमें अधिक से अधिक 2000 अक्षर हो सकते हैं",
  );
});

it("translates to Punjabi and English", () => {
  expect(translate("Name is required", punjabi, "required", { what: "Name" })).toBe("ਨਾਮ ਲਾਜ਼ਮੀ ਹੈ");
  expect(translate("Name is required", english, "required", { what: "Name" })).toBe("Name is required");
});

it("identifies a message by its code for any sentence", () => {
  const hindiText = "यह फ़ोन नंबर पहले से किसी उपयोगकर्ता का है";
  expect(translate("This number is taken", hindi, "phone_number_taken")).toBe(hindiText);
});

it("translates a missing record without its own translation by the general one", () => {
  const missing = (code: string) => translate("There is no inventory with this id", hindi, code);
  expect(missing("inventory_not_found")).toBe(hindi.record_not_found);
  expect(missing("clinic_not_found")).toBe(hindi.clinic_not_found);
});

it("shows the sentence of a code without a translation, or without all its values", () => {
  expect(translate("It is new", hindi, "something_new")).toBe("It is new");
  expect(translate("Use 15 characters for Name", hindi, "too_short")).toBe("Use 15 characters for Name");
  expect(translate("Use 15 characters for Name", hindi, "too_short", { what: "Name" })).toBe(
    "Use 15 characters for Name",
  );
});

it("reads no values out of a sentence", () => {
  expect(translate("Password must have at least 15 characters", hindi)).toBe(
    "Password must have at least 15 characters",
  );
});

it("uses the singular", () => {
  expect(translate("Name can have at most 1 character", hindi, "too_long", { what: "Name", count: 1 })).toBe(
    "नाम में अधिक से अधिक 1 अक्षर हो सकता है",
  );
  expect(translate("1 row of the file is wrong. Nothing was added.", english, "lead_rows_invalid", { count: 1 })).toBe(
    "1 row in the file has an error. Nothing was added.",
  );
});
