import { api } from "./client";
import { neverKept } from "./gen/constants";
import type { components } from "./gen/schema";
import { session } from "./session";

export type Draft = components["schemas"]["Draft"];
export type Typed = Record<string, components["schemas"]["JsonValue"]>;

/**
 * Store the drafts of one form for the user who opened it. After another user signs in, nothing is stored, so input
 * never moves between accounts. Operations run in sequence, so a late save cannot restore a draft that was already
 * sent. Errors are silent because the form still has its input.
 */
export function draftsOf(form: string) {
  const owner = session.get()?.user.id;
  const isOwners = () => owner !== undefined && session.get()?.user.id === owner;
  let last: Promise<unknown> = Promise.resolve();
  const queue = (work: () => Promise<unknown>) => {
    last = last.then(() => (isOwners() ? work() : undefined)).catch(() => undefined);
    return last;
  };
  return {
    async list(): Promise<readonly Draft[]> {
      if (!isOwners()) return [];
      try {
        const { drafts } = (await api.get("/careops/drafts", { query: { form } })).data;
        return isOwners() && Array.isArray(drafts) ? drafts : [];
      } catch {
        return [];
      }
    },
    /** `leaving`: send even if the page closes before the request arrives. */
    keep: (id: string, values: Typed, began_with: Typed, leaving: boolean) =>
      queue(() =>
        api.put("/careops/drafts/{draft_id}", {
          path: { draft_id: id },
          body: { form, values, began_with },
          keepalive: leaving,
        }),
      ),
    forget: (id: string) => queue(() => api.delete("/careops/drafts/{draft_id}", { path: { draft_id: id } })),
  };
}

/** True if a draft may store this value: no secrets, no files. */
export function isStorable(name: string, value: unknown): boolean {
  const isSecret = neverKept.some((word) => name.toLowerCase().includes(word));
  return !isSecret && isPlain(value);
}

function isPlain(value: unknown): boolean {
  if (value === null || ["string", "boolean"].includes(typeof value)) return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== "object") return false;
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}
