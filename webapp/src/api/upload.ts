import { ApiError, TimedOut } from "./errors";
import { session } from "./session";

interface Upload {
  method: "PUT" | "POST";
  url: string;
  headers?: Record<string, string>;
  body: Blob | FormData;
  signal?: AbortSignal;
  /** Report how much of the body is sent, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  /**
   * Time in milliseconds without progress after which the upload fails. The total time has no limit, so slow lines
   * work.
   */
  stallMs?: number;
}

/** Send a body with progress. XMLHttpRequest reports upload progress, `fetch` does not. */
export function upload({
  method,
  url,
  headers = {},
  body,
  signal,
  onProgress,
  stallMs = 60_000,
}: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const ending = signal ? AbortSignal.any([signal, session.lifetime()]) : session.lifetime();
    let timer: ReturnType<typeof setTimeout>;
    const settle = (act: () => void) => {
      clearTimeout(timer);
      ending.removeEventListener("abort", stop);
      act();
    };
    const stop = () => {
      settle(() => reject(new DOMException("The upload was cancelled", "AbortError")));
      request.abort();
    };
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        settle(() => reject(new TimedOut()));
        request.abort();
      }, stallMs);
    };
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      moved();
      if (total > 0) onProgress?.(loaded / total);
    };
    request.onload = () =>
      settle(() => {
        const headers = { "x-request-id": request.getResponseHeader("x-request-id") ?? "" };
        resolve(new Response(request.responseText || null, { status: request.status, headers }));
      });
    request.onerror = () => settle(() => reject(new ApiError(0)));
    if (ending.aborted) return stop();
    ending.addEventListener("abort", stop, { once: true });
    moved();
    request.send(body);
  });
}
