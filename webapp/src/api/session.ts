import { unsaved } from "@/lib/unsaved";
import { access } from "./gen/access";
import { accountTypes } from "./gen/constants";
import type { components } from "./gen/schema";
import { storage } from "./storage";

export type AccountType = (typeof accountTypes)[number];
export type Access = keyof typeof access;
export type User = components["schemas"]["User"];

/** Somebody signed in: a stored user and a stored token (NAV-006). The refresh token may be missing. */
export interface Session {
  authToken: string;
  refreshToken: string | null;
  accountType: AccountType;
  user: User;
}
/** Why a session ended: by the user (here or in another tab), refused by the server, or by an unusable stored token. */
export type Ending = "signedOut" | "unauthorized" | "invalidToken";

/** The documented keys; local storage holds nothing else but `current_language`. */
const keys = { authToken: "authToken", refreshToken: "idt", accountType: "account_type", user: "user" } as const;

const listeners = new Set<() => void>();
const endings = new Set<(ending: Ending) => void>();
let current = read();
let lifetime = new AbortController();
/** Whose session ended by force over a half-filled form: the form waits for that one, without a token (decision 212). */
let awaited: Session | null = null;

/** What is stored. Tokens that belong to nobody we can name open nothing, so they are not kept either. */
function read(): Session | null {
  const authToken = storage.get(keys.authToken);
  if (!authToken) return null;
  const user = storedUser();
  const stored = storage.get(keys.accountType);
  const accountType = user && (accountTypes.find((type) => type === stored) ?? mainAccountType(user.user_accounts));
  if (user && accountType) return { authToken, refreshToken: storage.get(keys.refreshToken), accountType, user };
  for (const name of Object.values(keys)) storage.remove(name);
  return null;
}

function storedUser(): User | null {
  try {
    return userOf(JSON.parse(storage.get(keys.user) ?? "null"));
  } catch {
    return null;
  }
}

/** Stored text may be anything: of what was once a user, what can be read. */
function userOf(value: unknown): User | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, name, user_accounts: accounts } = value as Record<string, unknown>;
  if (typeof id !== "number") return null;
  return {
    ...(value as User),
    id,
    name: typeof name === "string" ? name : "",
    user_accounts: Array.isArray(accounts) ? accounts.filter(isAccount) : [],
  };
}
// Hoisted: what is stored is read while this file is still being run.
function isAccount(value: unknown): value is User["user_accounts"][number] {
  return (
    typeof value === "object" && value !== null && "account_type" in value && typeof value.account_type === "string"
  );
}

function publish(next: Session | null) {
  if (current && current.user.id !== next?.user.id) {
    lifetime.abort();
    lifetime = new AbortController();
  }
  current = next;
  if (next) awaited = null;
  for (const listener of listeners) listener();
}

export const session = {
  get: () => current,
  /** Aborted as soon as this session is over: no answer of one user's ever reaches the next one's screen. */
  lifetime: () => lifetime.signal,
  /** Whoever has to sign in again to go on with what is half filled; nobody else's session begins with it. */
  awaited: () => awaited,
  /** Waits no longer: what was typed is thrown away. */
  giveUp() {
    awaited = null;
    publish(current);
  },
  /** Takes over what another tab may have stored meanwhile. */
  reread() {
    publish(read());
    return current;
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Told while the session's texts and storage are still there. */
  onEnd(listener: (ending: Ending) => void) {
    endings.add(listener);
    return () => void endings.delete(listener);
  },
  start(next: Session) {
    storage.set(keys.user, JSON.stringify(next.user));
    storage.set(keys.accountType, next.accountType);
    session.renew(next.authToken, next.refreshToken);
  },
  renew(authToken: string, refreshToken: string | null) {
    if (refreshToken) storage.set(keys.refreshToken, refreshToken);
    storage.set(keys.authToken, authToken);
    publish(read());
  },
  /** Everything stored is forgotten; the language's cookie stays, see i18n/languages.ts. */
  end(ending: Ending) {
    if (!current && ending !== "invalidToken") return;
    // Nothing is asked for while somebody is waited for; what does ask has not found anything out.
    if (!current && awaited) return;
    const over = current;
    current = null;
    awaited = over && ending !== "signedOut" && unsaved.any() ? { ...over, authToken: "", refreshToken: null } : null;
    for (const listener of endings) listener(ending);
    if (awaited) storage.empty();
    else storage.clear();
    current = over;
    publish(null);
  },
};

// Another tab signing out or in is seen here; `key` is null when it cleared everything.
addEventListener("storage", ({ key }) => {
  if (key !== null && !Object.values(keys).some((name) => name === key)) return;
  const before = current;
  const next = read();
  // Who signs out clears the storage in one go; emptied key by key, it is a session that ended by force.
  awaited =
    before && !next && key !== null && unsaved.any() ? { ...before, authToken: "", refreshToken: null } : awaited;
  if (key === null) awaited = null;
  publish(next);
  if (before && !current) for (const listener of endings) listener(awaited ? "unauthorized" : "signedOut");
});

/** The one account type a user works as. Both lesser ones together make a billing admin, who may do more. */
export function mainAccountType(accounts: readonly { account_type: string }[]): AccountType | null {
  const holds = (type: AccountType) => accounts.some(({ account_type }) => account_type === type);
  if (holds("super_admin")) return "super_admin";
  if (holds("billing_admin")) return "billing_admin";
  return holds("customer_care") ? "customer_care" : null;
}

/** Whether this account type may go where `wanted` access is asked for. */
export function can(accountType: AccountType, wanted: Access): boolean {
  return access[wanted].some((type) => type === accountType);
}
