import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, expect, it, vi } from "vitest";
import "@/i18n";
import { ImportFailed } from "@/lib/browser/fetchFirst";
import { lazyPart } from "./lazyPart";

const draw = (Part: React.ComponentType<object>) =>
  render(
    <Suspense>
      <Part />
    </Suspense>,
  );
afterEach(() => vi.unstubAllGlobals());
/** React logs errors that a boundary catches. */
const quiet = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

it("reports a part that did not load and retries", async () => {
  quiet();
  let broken = true;
  const load = async () => {
    if (broken) throw new TypeError("Failed to fetch");
    return { Towns: () => <p>{"Towns"}</p> };
  };
  draw(lazyPart(load, [], ({ Towns }) => Towns));
  expect((await screen.findByRole("alert")).textContent).toContain("This part could not be loaded.");
  broken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Towns")).toBeTruthy();
});

it("reloads the page to retry a failed import", async () => {
  quiet();
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  const load = async (): Promise<{ Towns: () => null }> => {
    throw new ImportFailed("Failed to fetch");
  };
  draw(lazyPart(load, [], ({ Towns }) => Towns));
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(reload).toHaveBeenCalledOnce();
});

it("reports an error of a loaded part as such", async () => {
  quiet();
  let broken = true;
  const Towns = () => {
    if (broken) throw new Error("undefined is not a town");
    return <p>{"Towns"}</p>;
  };
  draw(
    lazyPart(
      async () => ({ Towns }),
      [],
      (area) => area.Towns,
    ),
  );
  expect((await screen.findByRole("alert")).textContent).toContain("This part could not be shown.");
  broken = false;
  // Only a failed load waits for the network.
  dispatchEvent(new Event("online"));
  expect(screen.getByRole("alert")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Towns")).toBeTruthy();
});

it.each(["place", "dialog"] as const)("keeps input and focus when a screen renders its %s again", async (onFailure) => {
  const load = async () => ({ Search: () => <input aria-label="Search" /> });
  const Part = lazyPart(load, [], ({ Search }) => Search, onFailure);
  const { rerender } = draw(Part);
  const field = await screen.findByLabelText<HTMLInputElement>("Search");
  await userEvent.type(field, "Ludhiana");
  rerender(
    <Suspense>
      <Part />
    </Suspense>,
  );
  expect(screen.getByLabelText<HTMLInputElement>("Search").value).toBe("Ludhiana");
  expect(document.activeElement).toBe(field);
});
