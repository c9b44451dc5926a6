/** The build a page was made of; the server writes it into the page (B-102). */
const buildOf = (page: Document) => page.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;

/** That of this page; none where it is developed. */
export const build = buildOf(document);

/** That of the page the server hands out now; the same as here where nobody can say. */
export async function servedBuild(): Promise<string | undefined> {
  try {
    const reply = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(10_000) });
    return reply.ok ? (buildOf(new DOMParser().parseFromString(await reply.text(), "text/html")) ?? build) : build;
  } catch {
    return build;
  }
}
