import { fetchTexts } from "@/i18n/textLoader";

type Translate = typeof import("./serverMessages").translateServerMessage;

let translate: Translate | undefined;
const listeners = new Set<() => void>();

/** Store of the function that translates messages of the server; undefined until it is fetched. */
export const serverMessageTexts = {
  fetch: fetchServerMessages,
  get: () => translate,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * Fetch the messages of the server and their translations. They are not part of the first load, because most pages
 * show no message of the server. Rejects if they cannot be loaded; the next call requests them again.
 */
export async function fetchServerMessages(): Promise<void> {
  const [part] = await Promise.all([import("./serverMessages"), fetchTexts(["refusals"])]);
  translate = part.translateServerMessage;
  for (const listener of listeners) listener();
}
