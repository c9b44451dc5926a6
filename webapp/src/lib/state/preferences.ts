/** A year in seconds. */
const year = 365 * 24 * 60 * 60;

/**
 * Preferences of a person (theme, language) in cookies that last a year. Local storage is no option, because signing
 * out clears it. Names and values contain only letters.
 */
export const preferences = {
  get: (name: string): string | undefined => new RegExp(`(?:^|; )${name}=([a-z]+)(?:;|$)`).exec(document.cookie)?.[1],
  set(name: string, value: string): void {
    // biome-ignore lint/suspicious/noDocumentCookie: the theme is read synchronously before the first paint
    document.cookie = `${name}=${value}; path=/; max-age=${year}; samesite=lax`;
  },
};

/** Setting that a person turns on or off; `initial` holds until then. */
export const createSetting = (name: string, initial: "on" | "off") => ({
  on: (): boolean => (preferences.get(name) ?? initial) === "on",
  choose: (on: boolean): void => preferences.set(name, on ? "on" : "off"),
});

/** Setting for the button "Show as command" in dialogs. Few people need it, so it is off by default (decision 421). */
export const snippetPreference = createSetting("commands", "off");
