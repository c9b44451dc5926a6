import { expect, it } from "vitest";
import english from "@/i18n/en/refusals.json";
import hindi from "@/i18n/hi/refusals.json";
import punjabi from "@/i18n/pb/refusals.json";
import { inLanguage } from "./refusals";

it.each([
  ["This phone number already belongs to a user", "यह फ़ोन नंबर पहले से किसी उपयोगकर्ता का है"],
  ["Password must have at least 15 characters", "पासवर्ड में कम से कम 15 अक्षर होने चाहिए"],
  ["Beds count must be 100000 or less", "बेड 100000 या उससे कम होना चाहिए"],
  ["Wing must be 7 or less", "Wing 7 या उससे कम होना चाहिए"],
  ["Whatever another platform says", "Whatever another platform says"],
  [
    "Row 4, phone_number: Please enter a valid 10 digit mobile number",
    "पंक्ति 4, phone_number: कृपया 10 अंकों का मान्य मोबाइल नंबर भरें",
  ],
  ["Row 5, note: it can have at most 2000 characters", "पंक्ति 5, note: इसमें अधिक से अधिक 2000 अक्षर हो सकते हैं"],
  [
    "the clinic has no campaign “Eyes for $& free” (1,204 rows)",
    "क्लिनिक का कोई अभियान “Eyes for $& free” नहीं है (1,204 पंक्तियाँ)",
  ],
  ["{{what}} is required", "{{what}} आवश्यक है"],
  ["", ""],
])("says %j in Hindi", (sentence, said) => expect(inLanguage(sentence, hindi)).toBe(said));

it("says it in Punjabi, and in English as it was sent", () => {
  expect(inLanguage("Name is required", punjabi)).toBe("ਨਾਮ ਲੋੜੀਂਦਾ ਹੈ");
  expect(inLanguage("Name is required", english)).toBe("Name is required");
});

it("is in English what the server says", () => {
  expect(Object.entries(english).filter(([code, text]) => code !== text)).toEqual([]);
});
