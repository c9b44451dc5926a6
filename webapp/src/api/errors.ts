import { notOffered } from "./gen/constants";

export interface Problem {
  source: string;
  title: string;
  /** What the title leaves out, such as which record is in the way. */
  detail?: string;
}

/**
 * Whether the server itself failed. The text of such an answer was written for no screen, so the specified one is
 * shown instead. 503 and 507 say what to do about it (busy, storage full) and are shown.
 */
const isFault = (status: number) => status >= 500 && status !== 503 && status !== 507;

/** A call that did not work. `status` 0: no answer came; no problems: the answer was none of the platform's. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly requestId: string | null;
  constructor(status: number, problems: readonly Problem[] = [], requestId: string | null = null) {
    const meant = isFault(status) ? [] : problems;
    super(meant[0]?.title ?? `The call failed (${status})`);
    this.status = status;
    this.problems = meant;
    this.requestId = requestId;
  }
}

/**
 * The platform knows no such call: an addition of careops, asked of another platform behind a gateway, or of an older
 * careops. That is no failure: nothing will be different the next time.
 */
export const isNotOffered = (error: unknown) =>
  error instanceof ApiError && error.status === 404 && error.problems[0]?.source === notOffered;

/** No answer came in time. A change may have been made all the same; the same call sent again does it once. */
export class TimedOut extends ApiError {
  override name = "TimedOut";
  constructor() {
    super(0);
  }
}

/** The session is over; the one notice about it has been shown, so nobody else needs to say anything. */
export class SessionOver extends Error {
  override name = "SessionOver";
}

/** The stored token is missing or unusable: the call was never sent. */
export class InvalidToken extends SessionOver {
  override name = "InvalidToken";
}

/** Nothing to tell the user: the read was replaced by a newer one, or the session has ended. */
export function isSilent(error: unknown): boolean {
  return error instanceof SessionOver || (error instanceof DOMException && error.name === "AbortError");
}

/** What the server said first, or nothing when it said nothing of its own. */
export function firstTitle(error: unknown): string | undefined {
  return error instanceof ApiError ? error.problems[0]?.title || undefined : undefined;
}
