import { ApiError, abortError, isMessage, type Problem } from "./errors";

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const wordsIn = (value: unknown) => (typeof value === "string" ? value.trim() : "");

/** Fields that the platform returns either inside `data` or next to it. */
const wandering = ["auth_token", "refresh_token", "clinic", "total_records", "total_pages"] as const;

/**
 * Parse the answer as JSON, or return null if it is not JSON. An aborted answer rejects instead, because it is not an
 * answer.
 */
export async function parseJson(reply: Response, signal: AbortSignal): Promise<unknown> {
  return reply.json().catch(() => {
    if (signal.aborted) throw abortError("The call was replaced");
    return null;
  });
}

export function isSuccess(answer: unknown): boolean {
  const { success, data } = fieldsOf(answer);
  return (fieldsOf(data).success ?? success) === true;
}

/** Return the answer with these fields in both places, so that readers find them where the contract says. */
export function normalizeResponse(answer: unknown): unknown {
  const fields = fieldsOf(answer);
  const data = fieldsOf(fields.data);
  for (const name of wandering) {
    const value = data[name] ?? fields[name];
    if (value === undefined) continue;
    fields[name] = value;
    data[name] = value;
  }
  return answer;
}

/** Build the error for a refused answer. An answer without problems uses its `message` as the problem. */
export function toApiError(reply: Response, answer: unknown): ApiError {
  const { data, errors, message, request_id } = fieldsOf(answer);
  const named = problemsOf(fieldsOf(data).errors ?? errors);
  const text = wordsIn(message) || wordsIn(fieldsOf(data).message);
  const problems = named.length === 0 && text ? [{ source: "", title: text }] : named;
  const requestId = typeof request_id === "string" ? request_id : reply.headers.get("x-request-id");
  return new ApiError(reply.status, problems, requestId);
}

function problemsOf(errors: unknown): Problem[] {
  const list = Array.isArray(errors) ? errors : errors === undefined || errors === null ? [] : [errors];
  return list.flatMap((problem) => {
    const { source, title, code, parameters, detail, details, policy, change_request } = fieldsOf(problem) as Fields &
      Problem;
    const codeText = wordsIn(code);
    const detailText = wordsIn(detail);
    const read = {
      source: wordsIn(source),
      title: wordsIn(title),
      ...(codeText && { code: codeText }),
      ...(codeText && parameters && { parameters: fieldsOf(parameters) }),
      ...(detailText && { detail: detailText }),
      ...(detailText && Array.isArray(details) && { details: details.filter(isMessage) }),
      ...(policy && { policy }),
      ...(change_request && { change_request }),
    };
    return read.source || read.title ? [read] : [];
  });
}
