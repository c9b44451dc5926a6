import { fetchTexts } from "@/i18n/textLoader";
import { createStore } from "./store";

type Translate = typeof import("./serverMessages").translateServerMessage;

const translate = createStore<Translate | undefined>(undefined);

/** Store of the function that translates messages of the server; undefined until it is fetched. */
export const serverMessageTexts = {
  fetch: fetchServerMessages,
  get: translate.get,
  subscribe: translate.subscribe,
};

/**
 * Fetch the messages of the server and their translations. They are not part of the first load, because most pages
 * show no message of the server. Rejects if they cannot be loaded; the next call requests them again. Once they are
 * loaded, a change of the language loads the translations of the new one.
 */
export async function fetchServerMessages(): Promise<void> {
  if (translate.get()) return;
  const [part] = await Promise.all([import("./serverMessages"), fetchTexts(["refusals"])]);
  translate.set(part.translateServerMessage);
}
