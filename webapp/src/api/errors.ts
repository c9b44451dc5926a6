import { notOffered } from "./gen/constants";
import type { components } from "./gen/schema";

/** Sentence of the platform for people. */
export interface Message {
  title: string;
  /** Stable code. Platforms without codes omit it. */
  code?: string | null;
  /** Values in the title by name: numbers, texts, or messages. */
  parameters?: Readonly<Record<string, unknown>> | null;
}

export const isMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && "title" in value && typeof value.title === "string";

export interface Problem extends Message {
  source: string;
  /** Details beyond the title, such as which record conflicts. */
  detail?: string | null;
  /** Messages of the detail, one per line. */
  details?: readonly Message[];
  /** The policy that requires an approval. */
  policy?: components["schemas"]["ApprovalPolicy"];
  /** The change to propose, if a policy requires an approval. */
  change_request?: { changes: readonly components["schemas"]["ProposedChange"][] };
}

/**
 * True if the server itself failed. The text of such an answer is not written for users, so the screen shows the
 * specified text. 503 (busy) and 507 (storage full) say what to do and are shown.
 */
const isFault = (status: number) => status >= 500 && status !== 503 && status !== 507;

/**
 * A failed call. `status` 0 means no answer; an empty problem list means that the answer did not come from the
 * platform.
 */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly requestId: string | null;
  constructor(status: number, problems: readonly Problem[] = [], requestId: string | null = null) {
    const relevantProblems = isFault(status) ? [] : problems;
    super(relevantProblems[0]?.title ?? `The call failed (${status})`);
    this.status = status;
    this.problems = relevantProblems;
    this.requestId = requestId;
  }
}

/** True if the platform refused the call with one of these statuses. */
export const hasStatus = (error: unknown, ...statuses: readonly number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);

/**
 * True if the platform does not know the call: an addition of careops, behind a gateway or an older version. This is
 * not a failure, because a retry cannot help.
 */
export const isNotOffered = (error: unknown) => hasStatus(error, 404) && error.problems[0]?.source === notOffered;

const needsApproval = ({ code }: Problem) => code === "approval_required";

/** Problems of a change that a policy covers, one for each policy; empty for other failures. */
export const requiredApprovals = (error: unknown): readonly Problem[] =>
  error instanceof ApiError ? error.problems.filter(needsApproval) : [];

/** Changes to propose in place of those that policies refused. */
export const changesToPropose = (...errors: readonly unknown[]) =>
  errors.flatMap((error) => requiredApprovals(error).flatMap((problem) => problem.change_request?.changes ?? []));

/**
 * Replace the message of a failure by a specified sentence. Problems of fields keep their own, and so does a change
 * that needs approval, because its message says what to do.
 */
export function withSentence(error: unknown, title: string): unknown {
  if (!(error instanceof ApiError) || error instanceof TimedOut || requiredApprovals(error).length > 0) return error;
  return new ApiError(error.status, [{ source: "", title }, ...error.problems], error.requestId);
}

/** No answer came in time. The server may have applied the change; the same call sent again applies it only once. */
export class TimedOut extends ApiError {
  override name = "TimedOut";
  constructor() {
    super(0);
  }
}

/** The session is over. One notice has been shown already, so callers show nothing. */
export class SessionOver extends Error {
  override name = "SessionOver";
}

/** The stored token is missing or unusable; the call was not sent. */
export class InvalidToken extends SessionOver {
  override name = "InvalidToken";
}

/** Build the error of a call that was given up on purpose; it is silent (`isSilent`). */
export const abortError = (reason: string) => new DOMException(reason, "AbortError");

/** True if the user needs no message: a newer read replaced this one, or the session has ended. */
export function isSilent(error: unknown): boolean {
  return error instanceof SessionOver || (error instanceof DOMException && error.name === "AbortError");
}
