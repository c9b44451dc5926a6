import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { i18n, i18nReady } from "./i18n";
import { fetchServerMessages } from "./lib/serverMessageTexts";

configure({ asyncUtilTimeout: 20_000 });
await i18nReady;
const texts = Object.keys(import.meta.glob("./i18n/en/*.json"));
await fetchServerMessages();
await i18n.loadNamespaces(texts.map((file) => file.slice("./i18n/en/".length, -".json".length)));

afterEach(() => {
  cleanup();
  localStorage.clear();
});
