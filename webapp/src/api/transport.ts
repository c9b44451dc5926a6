import type { CallRequest } from "./request";
import { upload } from "./upload";

/** Send one HTTP request. A form with files reports its progress, which `fetch` cannot. */
export function transmit(request: CallRequest): Promise<Response> {
  const { verb, url, body, signal, token, idempotencyKey, options } = request;
  const authorization = token && { authorization: `Bearer ${token}` };
  if (options.form) return upload({ method: "POST", url, headers: { ...authorization }, signal, ...options.form });
  return fetch(url, {
    method: verb.toUpperCase(),
    headers: {
      "content-type": "application/json",
      ...authorization,
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      ...(options.ifMatch && { "if-match": options.ifMatch }),
      ...(options.forgiving && { "careops-forgiving": "slips" }),
    },
    ...(body !== undefined && { body }),
    ...(options.keepalive && { keepalive: true }),
    signal,
  });
}
