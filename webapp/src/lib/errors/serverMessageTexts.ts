import { fetchTexts } from "@/i18n/textLoader";
import { createStore } from "../state/store";

type Messages = typeof import("./serverMessages") & typeof import("../format/policyTexts");

const messages = createStore<Messages | undefined>(undefined);

/** Store of the functions that translate messages of the server; undefined until they are fetched. */
export const serverMessageTexts = {
  fetch: fetchServerMessages,
  get: messages.get,
  subscribe: messages.subscribe,
};

/**
 * Fetch the messages of the server and their translations. They are not part of the first load, because most pages
 * show no message of the server. Rejects if they cannot be loaded; the next call requests them again. Once they are
 * loaded, a change of the language loads the translations of the new one.
 */
export async function fetchServerMessages(): Promise<void> {
  if (messages.get()) return;
  const parts = [import("./serverMessages"), import("../format/policyTexts")] as const;
  const [translations, policies] = await Promise.all([...parts, fetchTexts(["refusals"])]);
  messages.set({ ...translations, ...policies });
}
