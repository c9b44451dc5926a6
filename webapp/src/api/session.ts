import { createListeners } from "@/lib/state/store";
import { unsavedForms } from "@/lib/state/unsavedForms";
import { access } from "./gen/access";
import { accountTypes } from "./gen/constants";
import type { components } from "./gen/schema";
import { storage } from "./storage";

export type AccountType = (typeof accountTypes)[number];
export type Access = keyof typeof access;
export type User = components["schemas"]["User"];

/** A signed-in user: a stored user and token (NAV-006). The refresh token may be missing. */
export interface Session {
  authToken: string;
  refreshToken: string | null;
  accountType: AccountType;
  user: User;
}
/** Reason why a session ended: by the user (in any tab), by a refusal of the server, or by an unusable stored token. */
type Ending = "signedOut" | "unauthorized" | "invalidToken";

/** The documented keys; local storage holds nothing else except `current_language`. */
const keys = { authToken: "authToken", refreshToken: "idt", accountType: "account_type", user: "user" } as const;

const changes = createListeners();
const endings = createListeners<[ending: Ending]>();
let current = read();
let lifetime = new AbortController();
/**
 * Session that ended by force while a form had input. The form waits without a token for the same user (decision 212).
 */
let awaited: Session | null = null;

/** Read the stored session. Tokens without a valid user give no access and are not kept. */
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

/** Stored text can be anything: parse as much of a user as possible. */
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
// A hoisted function, because the session is read while this module still loads.
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
  changes.notify();
}

export const session = {
  get: () => current,
  /** Aborts when this session ends, so that no answer for one user reaches the screen of the next. */
  lifetime: () => lifetime.signal,
  /** The user who must sign in again to continue with a form. A session of anyone else does not continue it. */
  awaited: () => awaited,
  /** Stop waiting and discard the input. */
  giveUp() {
    awaited = null;
    publish(current);
  },
  /** Read the session again, because another tab may have changed it. */
  reread() {
    publish(read());
    return current;
  },
  subscribe: changes.subscribe,
  /** Listeners run before texts and storage of the session are cleared. */
  onEnd: endings.subscribe,
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
  /** Clear local storage; the language cookie stays, see i18n/languages.ts. */
  end(ending: Ending) {
    if (!current && ending !== "invalidToken") return;
    // While a form waits for a new sign-in there is no token, so a failing call means nothing new.
    if (!current && awaited) return;
    const over = current;
    current = null;
    awaited =
      over && ending !== "signedOut" && unsavedForms.any() ? { ...over, authToken: "", refreshToken: null } : null;
    endings.notify(ending);
    if (awaited) storage.empty();
    else storage.clear();
    current = over;
    publish(null);
  },
};

// Detects sign-in and sign-out in another tab; `key` is null when that tab cleared everything.
addEventListener("storage", ({ key }) => {
  if (key !== null && !Object.values(keys).some((name) => name === key)) return;
  const before = current;
  const next = read();
  // Signing out clears the storage at once. If the keys disappear one by one, the session ended by force.
  awaited =
    before && !next && key !== null && unsavedForms.any() ? { ...before, authToken: "", refreshToken: null } : awaited;
  if (key === null) awaited = null;
  publish(next);
  if (before && !current) endings.notify(awaited ? "unauthorized" : "signedOut");
});

/**
 * The account type under which a user works. A user with both smaller types is a billing admin, who may do more.
 */
export function mainAccountType(accounts: readonly { account_type: string }[]): AccountType | null {
  const holds = (type: AccountType) => accounts.some(({ account_type }) => account_type === type);
  if (holds("super_admin")) return "super_admin";
  if (holds("billing_admin")) return "billing_admin";
  return holds("customer_care") ? "customer_care" : null;
}

/** True if this account type has the `wanted` access. */
export function can(accountType: AccountType, required: Access): boolean {
  return access[required].some((type) => type === accountType);
}
