import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { i18n, i18nReady } from "./i18n";
import { fetchServerMessages } from "./lib/errors/serverMessageTexts";
import { delayAnswers } from "./test-delays";

/** Socket that never opens. A refused one would make the lists poll. */
class SilentSocket {
  static readonly OPEN = 1;
  readonly readyState = 0;
  send() {}
  close() {}
}
globalThis.WebSocket = SilentSocket as unknown as typeof WebSocket;

configure({ asyncUtilTimeout: 60_000 });
const { CAREOPS_TEST_DELAY_MS: delay, CAREOPS_TEST_SEED: seed } = process.env;
if (delay && seed) delayAnswers(Number(delay), seed);
await i18nReady;
const texts = Object.keys(import.meta.glob("./i18n/en/*.json"));
await fetchServerMessages();
await i18n.loadNamespaces(texts.map((file) => file.slice("./i18n/en/".length, -".json".length)));

afterEach(() => {
  cleanup();
  localStorage.clear();
});
