import type { Page } from "@playwright/test";

/** The field of a new note in the timeline of a record. */
export const textarea = (page: Page) => page.getByRole("textbox", { name: /^Note/ });
