import { access } from "./gen/access";
import { accountTypes } from "./gen/constants";
import type { components } from "./gen/schema";

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

function read(): Session | null {
  const authToken = localStorage.getItem(keys.authToken);
  const user = storedUser();
  if (!authToken || !user) return null;
  const stored = localStorage.getItem(keys.accountType);
  const accountType = accountTypes.find((type) => type === stored) ?? mainAccountType(user.user_accounts);
  return accountType && { authToken, refreshToken: localStorage.getItem(keys.refreshToken), accountType, user };
}

function storedUser(): User | null {
  try {
    const user: unknown = JSON.parse(localStorage.getItem(keys.user) ?? "null");
    return isUser(user) ? { ...user, user_accounts: user.user_accounts ?? [] } : null;
  } catch {
    return null;
  }
}
function isUser(value: unknown): value is User {
  return typeof value === "object" && value !== null && "id" in value;
}

function publish(next: Session | null) {
  if (current && current.user.id !== next?.user.id) {
    lifetime.abort();
    lifetime = new AbortController();
  }
  current = next;
  for (const listener of listeners) listener();
}

export const session = {
  get: () => current,
  /** Aborted as soon as this session is over: no answer of one user's ever reaches the next one's screen. */
  lifetime: () => lifetime.signal,
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
    localStorage.setItem(keys.user, JSON.stringify(next.user));
    localStorage.setItem(keys.accountType, next.accountType);
    session.renew(next.authToken, next.refreshToken);
  },
  renew(authToken: string, refreshToken: string | null) {
    if (refreshToken) localStorage.setItem(keys.refreshToken, refreshToken);
    localStorage.setItem(keys.authToken, authToken);
    publish(read());
  },
  /** Everything stored is forgotten, the language too. */
  end(ending: Ending) {
    if (!current && ending !== "invalidToken") return;
    const over = current;
    current = null;
    for (const listener of endings) listener(ending);
    localStorage.clear();
    current = over;
    publish(null);
  },
};

// Another tab signing out or in is seen here; `key` is null when it cleared everything.
addEventListener("storage", ({ key }) => {
  if (key !== null && !Object.values(keys).some((name) => name === key)) return;
  const before = current;
  publish(read());
  if (before && !current) for (const listener of endings) listener("signedOut");
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
