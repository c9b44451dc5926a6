import { afterEach, describe, expect, it, vi } from "vitest";
import {
  focusCopyButton,
  focusRow,
  focusSelectionAction,
  openNoteComposer,
  toggleRowSelection,
  turnPage,
} from "./focusActions";
import { isHandledElsewhere, keyCharacter } from "./matchKey";
import { shortcutMap } from "./shortcutMap";
import { singleKeys } from "./singleKeys";

const pressed = (init: KeyboardEventInit) => new KeyboardEvent("keydown", init);

afterEach(() => {
  document.body.innerHTML = "";
  singleKeys.choose(true);
});

it("assigns no letter to two screens and no letter used after g", () => {
  const all = Object.values(shortcutMap);
  expect(new Set(all).size).toBe(all.length);
  expect(all.join("")).toMatch(/^[a-z]+$/);
});

describe("shortcut", () => {
  it.each([
    [{ key: "j", code: "KeyJ" }, "j"],
    [{ key: "J", code: "KeyJ" }, "j"],
    [{ key: "र", code: "KeyJ" }, "j"],
    [{ key: "ਰ", code: "KeyJ" }, "j"],
    [{ key: "ड", code: "BracketLeft" }, "["],
    [{ key: "?", code: "Slash", shiftKey: true }, "?"],
    [{ key: "य", code: "Slash", shiftKey: true }, "?"],
  ] as const)("%j is %s", (init, sign) => expect(keyCharacter(pressed(init))).toBe(sign));

  it.each([
    { key: "j", code: "KeyJ", ctrlKey: true },
    { key: "j", code: "KeyJ", metaKey: true },
    { key: "j", code: "KeyJ", altKey: true },
    { key: "J", code: "KeyJ", shiftKey: true },
    { key: "ArrowDown", code: "ArrowDown" },
    { key: "Shift", code: "ShiftLeft" },
  ])("%j is not a shortcut", (init) => expect(keyCharacter(pressed(init))).toBeUndefined());
});

it.each([
  ["<input>", true],
  ["<textarea></textarea>", true],
  ["<select></select>", true],
  ["<button></button>", false],
  ["<input type=checkbox>", false],
])("belongs to %s: %s", (html, taken) => {
  document.body.innerHTML = html;
  const seen = vi.fn();
  document.addEventListener("keydown", (event) => seen(isHandledElsewhere(event)), { once: true });
  document.body.firstElementChild?.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
  expect(seen).toHaveBeenCalledWith(taken);
});

it("belongs to the open dialog or menu", () => {
  for (const role of ["dialog", "alertdialog", "menu"]) {
    document.body.innerHTML = `<div role="${role}"></div>`;
    expect(isHandledElsewhere(pressed({ key: "j" })), role).toBe(true);
  }
});

const list = (busy: boolean) => `<main><div>
  <section tabindex="0"><table aria-busy="${busy}"><tbody>
    <tr data-row id="one"><td><a href="/1">One</a></td></tr>
    <tr><td>what belongs to the row above</td></tr>
    <tr data-row id="two"><td><a href="/2">Two</a></td></tr>
  </tbody></table></section>
  <nav><button data-step="previous" aria-disabled="true"></button><button data-step="next"></button></nav>
</div></main>`;

it("moves between rows, also from inside one, and stops at the ends", () => {
  document.body.innerHTML = list(false);
  expect(focusRow(1)).toBe(true);
  expect(document.activeElement?.id).toBe("one");
  document.querySelector("a")?.focus();
  focusRow(1);
  expect(document.activeElement?.id).toBe("two");
  expect(focusRow(1)).toBe(false);
  expect(document.activeElement?.id).toBe("two");
  focusRow(-1);
  expect(document.activeElement?.id).toBe("one");
});

it("ignores rows that are being replaced", () => {
  document.body.innerHTML = list(true);
  expect(focusRow(1)).toBe(false);
});

it("turns the page if there is one, with the focus on the table", () => {
  document.body.innerHTML = list(false);
  const next = vi.fn();
  document.querySelector("[data-step=next]")?.addEventListener("click", next);
  expect(turnPage("next")).toBe(true);
  expect(next).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(document.querySelector("section"));
  expect(turnPage("previous")).toBe(false);
});

it("moves to the next copyable value of the focused row", () => {
  const copy = (id: string) => `<button data-copy id="${id}" tabindex="-1"></button>`;
  document.body.innerHTML = `<main>${copy("phone")}<table><tbody>
    <tr data-row><td>${copy("one")}</td></tr><tr data-row id="row" tabindex="-1"><td>${copy("two")}${copy("three")}</td></tr>
  </tbody></table></main>`;
  const at = () => document.activeElement?.id;
  expect(focusCopyButton()).toBe(true);
  expect(at()).toBe("phone");
  document.getElementById("row")?.focus();
  const visited = [1, 2, 3].map(() => focusCopyButton() && at());
  expect(visited).toEqual(["two", "three", "two"]);
  document.body.innerHTML = "<main></main>";
  expect(focusCopyButton()).toBe(false);
});

it("selects the focused row and moves to the actions of the selection", () => {
  document.body.innerHTML = `<main><div data-selected><button aria-disabled="true"></button><button id="act"></button></div>
    <table><tbody><tr data-row id="row" tabindex="-1"><td><input type="checkbox" data-select></td></tr></tbody></table></main>`;
  const box = document.querySelector("input") as HTMLInputElement;
  expect(toggleRowSelection()).toBe(false);
  document.getElementById("row")?.focus();
  expect([toggleRowSelection(), box.checked]).toEqual([true, true]);
  expect([toggleRowSelection(), box.checked]).toEqual([true, false]);
  expect(document.activeElement?.id).toBe("row");
  expect(focusSelectionAction()).toBe(true);
  expect(document.activeElement?.id).toBe("act");
  document.body.innerHTML = "<main></main>";
  expect(focusSelectionAction()).toBe(false);
});

it("opens the note composer of the record on screen", () => {
  document.body.innerHTML = "<main><span data-new-note><button></button></span></main>";
  const open = vi.fn();
  document.querySelector("button")?.addEventListener("click", open);
  expect(openNoteComposer()).toBe(true);
  expect(open).toHaveBeenCalledOnce();
  document.body.innerHTML = "<main></main>";
  expect(openNoteComposer()).toBe(false);
});

it("is switched off permanently", () => {
  singleKeys.choose(false);
  expect(singleKeys.on()).toBe(false);
});
