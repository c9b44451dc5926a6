/** Build id of this page, written into the HTML by the server (B-102). Undefined in development. */
export const build = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;
