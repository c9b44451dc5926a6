import { expect, it } from "vitest";
import { messages } from "@/api/gen/messages";
import english from "@/i18n/en/refusals.json";
import hindi from "@/i18n/hi/refusals.json";
import punjabi from "@/i18n/pb/refusals.json";
import { translateServerMessage } from "./serverMessages";

it.each([
  ["This phone number already belongs to a user", "यह फ़ोन नंबर पहले से किसी उपयोगकर्ता का है"],
  ["Password must have at least 15 characters", "पासवर्ड में कम से कम 15 अक्षर होने चाहिए"],
  ["Beds count must be 100000 or less", "बेड: 100000 या उससे कम भरें"],
  ["Wing must be 7 or less", "Wing: 7 या उससे कम भरें"],
  ["Whatever another platform says", "Whatever another platform says"],
  [
    "Row 4, phone_number: Please enter a valid 10 digit mobile number",
    "पंक्ति 4, phone_number: कृपया 10 अंकों का मान्य मोबाइल नंबर भरें",
  ],
  ["Row 5, note: It can have at most 2000 characters", "पंक्ति 5, note: इसमें अधिक से अधिक 2000 अक्षर हो सकते हैं"],
  [
    "The clinic has no campaign “Eyes for $& free”; choose Ignore or UTM details to add the leads without a campaign",
    "क्लिनिक में “Eyes for $& free” नाम का कोई अभियान नहीं है; लीड को बिना अभियान जोड़ने के लिए छोड़ दें या UTM विवरण चुनें",
  ],
  ["{{what}} is required", "{{what}} आवश्यक है"],
  ["", ""],
])("translates %j to Hindi", (sentence, translation) =>
  expect(translateServerMessage(sentence, hindi)).toBe(translation),
);

it("translates to Punjabi and English", () => {
  expect(translateServerMessage("Name is required", punjabi)).toBe("ਨਾਮ ਲਾਜ਼ਮੀ ਹੈ");
  expect(translateServerMessage("Name is required", english)).toBe("Name is required");
});

it("identifies a message by its code for any sentence", () => {
  const hindiText = "यह फ़ोन नंबर पहले से किसी उपयोगकर्ता का है";
  expect(translateServerMessage("This number is taken", hindi, "phone_number_taken")).toBe(hindiText);
});

it("translates a missing record without its own translation by the general one", () => {
  const translate = (code: string) => translateServerMessage("There is no inventory with this id", hindi, code);
  expect(translate("inventory_not_found")).toBe(hindi.record_not_found);
  expect(translate("clinic_not_found")).toBe(hindi.clinic_not_found);
});

it("shows the sentence of a code without a translation, or with values that it cannot find", () => {
  expect(translateServerMessage("It is new", hindi, "something_new")).toBe("It is new");
  expect(translateServerMessage("Use 15 characters for Name", hindi, "too_short")).toBe("Use 15 characters for Name");
});

it("uses the singular", () => {
  expect(translateServerMessage("Name can have at most 1 character", hindi, "too_long")).toBe(
    "नाम में अधिक से अधिक 1 अक्षर हो सकता है",
  );
  expect(translateServerMessage("1 row of the file is wrong. Nothing was added.", english)).toBe(
    "1 row in the file has an error. Nothing was added.",
  );
});

it("has the values of the server's messages in every language", () => {
  const values = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const table of [english, hindi, punjabi])
    for (const [code, template] of Object.entries(messages))
      expect(values(table[code as keyof typeof messages]), code).toEqual(values(template));
});

it("has a message of the server for every translation", () => {
  const known = new Set(["fields", ...Object.keys(messages), ...Object.keys(messages).map((code) => `${code}_one`)]);
  expect(Object.keys(english).filter((code) => !known.has(code))).toEqual([]);
});
