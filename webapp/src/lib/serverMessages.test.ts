import { expect, it } from "vitest";
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
])("says %j in Hindi", (sentence, said) => expect(translateServerMessage(sentence, hindi)).toBe(said));

it("says it in Punjabi and English", () => {
  expect(translateServerMessage("Name is required", punjabi)).toBe("ਨਾਮ ਲਾਜ਼ਮੀ ਹੈ");
  expect(translateServerMessage("Name is required", english)).toBe("Name is required");
});

it("keeps the placeholders of the server's sentence in every language", () => {
  const placeholders = (text: string) => text.match(/\{\{\w+\}\}/g)?.sort() ?? [];
  for (const table of [english, hindi, punjabi])
    for (const [sentence, text] of Object.entries(table))
      expect(placeholders(text), sentence).toEqual(placeholders(sentence));
});
