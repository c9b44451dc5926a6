import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { session } from "@/api/session";
import { i18n } from "@/i18n";
import { respondError } from "@/test-api";
import { NoteForm } from "./NoteForm";

afterEach(async () => {
  await i18n.changeLanguage("en");
});

test("server error of a field is shown beside it in the chosen language", async () => {
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "billing_admin", user });
  // Any sentence: the code identifies it.
  const problem = { source: "title", title: "Remove these characters", code: "control_characters" };
  vi.stubGlobal("fetch", async () => respondError(422, problem));
  await i18n.changeLanguage("hi");
  render(
    <MemoryRouter>
      <NoteForm editing={null} onDone={() => undefined} onFailed={() => undefined} />
    </MemoryRouter>,
  );
  const [title, text] = screen.getAllByRole("textbox");
  await userEvent.type(title as HTMLElement, "Quicker lists");
  await userEvent.type(text as HTMLElement, "Every list opens sooner.");
  await userEvent.click(screen.getByRole("button", { name: i18n.t("releaseNotes:form.create") }));
  const translation = i18n.getResource("hi", "refusals", problem.code) as string;
  expect(translation).toMatch(/[ऀ-ॿ]/);
  expect(await screen.findByText(translation)).toBeTruthy();
});
