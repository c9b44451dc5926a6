import { fileNameIn } from "@/lib/files/fileNames";
import { batchLimit } from "./batchLimit";
import { ApiError } from "./errors";
import { isSuccess, normalizeResponse, parseJson, toApiError } from "./responses";
import { saveCorrections } from "./spellingCorrections";
import { saveVersion } from "./versions";

/** Return the answer of the platform, or throw its refusal. */
export async function readAnswer(reply: Response, signal: AbortSignal): Promise<unknown> {
  const answer = await parseJson(reply, signal);
  if (!reply.ok || !isSuccess(answer)) throw toApiError(reply, answer);
  batchLimit.readHeader(reply.headers.get("careops-changes"));
  saveCorrections(answer, reply.headers.get("careops-spelt"));
  return saveVersion(normalizeResponse(answer), reply.headers.get("etag"));
}

/** A downloaded file. */
export interface Downloaded {
  name: string;
  content: Blob;
}
/** Read the whole file before saving, so that a broken download never looks complete. */
export async function readFile(reply: Response, signal: AbortSignal): Promise<Downloaded> {
  const disposition = reply.headers.get("content-disposition");
  if (!reply.ok || disposition === null) throw toApiError(reply, await parseJson(reply, signal));
  try {
    return { name: fileNameIn(disposition), content: await reply.blob() };
  } catch (error) {
    throw error instanceof TypeError ? new ApiError(0) : error;
  }
}
