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

it("keeps the old language when the new one does not come, and can be asked again", async () => {
  away.add("pb");
  const { i18n, chooseLanguage } = await load();
  expect(await chooseLanguage("pb")).toBe(false);
  expect(i18n.language).toBe("en");
  expect(i18n.t("brand")).toBe("Careops");
  expect(localStorage.getItem("current_language")).toBeNull();
  expect(document.documentElement.lang).toBe("en-IN");
});

it("starts in English when the stored language does not come", async () => {
  localStorage.setItem("current_language", "pb");
  away.add("pb");
  const { i18n } = await load();
  expect(i18n.t("brand")).toBe("Careops");
  expect(document.documentElement.lang).toBe("en-IN");
  expect(localStorage.getItem("current_language")).toBe("pb");
});

it("has no text at all when no language comes", async () => {
  away.add("en");
  const { i18n } = await load();
  expect(i18n.exists("brand")).toBe(false);
});

it("changes when the texts are there", async () => {
  const { i18n, chooseLanguage } = await load();
  expect(await chooseLanguage("hi")).toBe(true);
  expect(i18n.t("brand")).toBe("केयरऑप्स");
  expect(document.documentElement.lang).toBe("hi-IN");
});

it("is kept when a sign-out clears local storage", async () => {
  const { chooseLanguage } = await load();
  await chooseLanguage("pb");
  localStorage.clear();
  const { i18n } = await load();
  expect(i18n.t("brand")).toBe("ਕੇਅਰਓਪਸ");
});

it("is English when the stored code is unknown, whatever was chosen before", async () => {
  const { chooseLanguage } = await load();
  await chooseLanguage("hi");
  localStorage.setItem("current_language", "xx");
  const { i18n } = await load();
  expect(i18n.t("brand")).toBe("Careops");
});

it("follows what another tab chose", async () => {
  const { i18n } = await load();
  localStorage.setItem("current_language", "hi");
  dispatchEvent(new StorageEvent("storage", { key: "current_language" }));
  await waitFor(() => expect(i18n.t("brand")).toBe("केयरऑप्स"));
});
