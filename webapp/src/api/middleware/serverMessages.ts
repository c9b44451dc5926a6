import { fetchTexts } from "@/i18n/textLoader";
import { fetchServerMessages } from "@/lib/errors/serverMessageTexts";
import { ApiError, requiredApprovals } from "../errors";
import type { Middleware } from "./compose";

/** Longest delay of an error by its translation (milliseconds). The server's English sentence is shown after it. */
const waitMs = 2_000;

/**
 * Resolve when the translations of the server's messages, and further texts, are fetched, or cannot be fetched in time.
 */
export async function waitForServerMessages(...texts: readonly string[]): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, waitMs));
  const fetching = Promise.all([fetchServerMessages(), texts.length > 0 && fetchTexts(texts)]);
  await Promise.race([fetching.catch(() => undefined), late]);
}

/** Fetch the translations of the server's messages before an error with a message reaches its caller. */
export const fetchMessagesOfError: Middleware<unknown> = async (request, next) => {
  try {
    return await next(request);
  } catch (error) {
    const texts = requiredApprovals(error).length > 0 ? ["changeRequests"] : [];
    if (error instanceof ApiError && error.problems.length > 0) await waitForServerMessages(...texts);
    throw error;
  }
};
