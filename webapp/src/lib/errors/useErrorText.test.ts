import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import { i18n } from "@/i18n";
import { useErrorText, useTranslateServerMessage } from "./useErrorText";

const taken = "This phone number already belongs to a user";
const hindi = "यह फ़ोन नंबर पहले से किसी उपयोगकर्ता का है";

it("translates a message of a successful answer when its translations have arrived", async () => {
  await act(() => i18n.changeLanguage("hi"));
  i18n.removeResourceBundle("hi", "refusals");
  const { result, rerender } = renderHook(() => useTranslateServerMessage());
  expect(result.current(taken)).toBe(taken);
  await act(() => i18n.reloadResources("hi", "refusals"));
  rerender();
  await waitFor(() => expect(result.current(taken)).toBe(hindi));
  await act(() => i18n.changeLanguage("en"));
});

it("translates the first problem of an error by its code", () => {
  const error = new ApiError(422, [{ source: "phone_number", title: "Another sentence", code: "phone_number_taken" }]);
  expect(renderHook(() => useErrorText()).result.current(error)).toBe(taken);
});
