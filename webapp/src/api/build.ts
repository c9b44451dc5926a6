/** The build this page was made of; the server writes it into the page (B-102). None where it is developed. */
export const build = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;
