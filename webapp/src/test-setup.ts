import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { i18n, i18nReady } from "./i18n";
import { texts } from "./i18n/en";

configure({ asyncUtilTimeout: 20_000 });
await i18nReady;
await i18n.loadNamespaces(Object.keys(texts).map((file) => file.slice("./".length, -".json".length)));

afterEach(() => {
  cleanup();
  localStorage.clear();
});
