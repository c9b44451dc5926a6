import { waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

const away = new Set<string>();
/** Text chunks of the build; those that are `away` fail to load. */
const file = (code: string, brand: string) => () => {
  if (away.has(code)) throw new TypeError("Failed to fetch dynamically imported module");
  return { texts: { "./common.json": { brand }, "./session.json": {} } };
};
async function load() {
  vi.resetModules();
  for (const [code, brand] of [
    ["en", "Careops"],
    ["hi", "केयरऑप्स"],
    ["pb", "ਕੇਅਰਓਪਸ"],
  ] as const)
    vi.doMock(`./${code}`, file(code, brand));
  const loaded = await import("./index");
  await loaded.i18nReady;
  return loaded;
}
const forget = "language=; path=/; max-age=0";
beforeEach(() => {
  away.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: the test environment has no other way to delete a cookie
  document.cookie = forget;
});

it("keeps the language if the new one fails and can be retried", async () => {
  away.add("pb");
  const { i18n, chooseLanguage } = await load();
  expect(await chooseLanguage("pb")).toBe(false);
  expect(i18n.language).toBe("en");
  expect(i18n.t("brand")).toBe("Careops");
  expect(localStorage.getItem("current_language")).toBeNull();
  expect(document.documentElement.lang).toBe("en-IN");
});

it("falls back to English if the stored language fails", async () => {
  localStorage.setItem("current_language", "pb");
  away.add("pb");
  const { i18n } = await load();
  expect(i18n.t("brand")).toBe("Careops");
  expect(document.documentElement.lang).toBe("en-IN");
  expect(localStorage.getItem("current_language")).toBe("pb");
});

it("has no texts if no language loads", async () => {
  away.add("en");
  const { i18n } = await load();
  expect(i18n.exists("brand")).toBe(false);
});

it("changes when the texts are loaded", async () => {
  const { i18n, chooseLanguage } = await load();
  expect(await chooseLanguage("hi")).toBe(true);
  expect(i18n.t("brand")).toBe("केयरऑप्स");
  expect(document.documentElement.lang).toBe("hi-IN");
});

it("survives a sign-out that clears local storage", async () => {
  const { chooseLanguage } = await load();
  await chooseLanguage("pb");
  localStorage.clear();
  const { i18n } = await load();
  expect(i18n.t("brand")).toBe("ਕੇਅਰਓਪਸ");
});

it("is English if the stored code is unknown", async () => {
  const { chooseLanguage } = await load();
  await chooseLanguage("hi");
  localStorage.setItem("current_language", "xx");
  const { i18n } = await load();
  expect(i18n.t("brand")).toBe("Careops");
});

it("follows the choice of another tab", async () => {
  const { i18n } = await load();
  localStorage.setItem("current_language", "hi");
  dispatchEvent(new StorageEvent("storage", { key: "current_language" }));
  await waitFor(() => expect(i18n.t("brand")).toBe("केयरऑप्स"));
});
