/** A year in seconds. */
const year = 365 * 24 * 60 * 60;

/**
 * What a person likes (theme, language), kept in cookies for a year: signing out empties local storage, and a
 * taste is no session state. Names and values are ours: letters alone.
 */
export const tastes = {
  get: (name: string): string | undefined => new RegExp(`(?:^|; )${name}=([a-z]+)(?:;|$)`).exec(document.cookie)?.[1],
  keep(name: string, value: string): void {
    // biome-ignore lint/suspicious/noDocumentCookie: the theme is read before the first paint, synchronously
    document.cookie = `${name}=${value}; path=/; max-age=${year}; samesite=lax`;
  },
};
