import { api } from "./client";
import { ApiError } from "./errors";
import type { Bucket } from "./gen/choices";
import { waitForServerMessages } from "./middleware/serverMessages";
import { toApiError } from "./responses";
import { upload } from "./upload";

interface Sending {
  signal: AbortSignal;
  /** Report how much of the file is sent, from 0 to 1. */
  onProgress: (fraction: number) => void;
}

const types: Record<string, string> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  tif: "image/tiff",
  tiff: "image/tiff",
};

/** Content type for which the address is signed, by the name of the picture. */
export const pictureType = (name: string): string | undefined => types[name.toLowerCase().split(".").pop() ?? ""];

/** Same text as the server uses for its own storage. */
const unreachable = "The file store cannot be reached. Please try again in a moment.";

/** Upload a file to a presigned URL and return the address for the record. The request carries no token. */
export async function uploadFile(bucket: Bucket, file: File, sending: Sending): Promise<string> {
  const { data } = await api.post("/presigned_urls", { body: { files: [{ bucket, file_path: file.name }] } });
  const [address] = data.ps_urls;
  if (!address) throw new ApiError(200);
  const type = pictureType(file.name) ?? file.type;
  // Use the signed content type; the browser's guess could differ and break the signature.
  const body = new Blob([file], { type });
  const headers = { "content-type": type };
  const sent = upload({ method: "PUT", url: address, headers, body, ...sending });
  const reply = await sent.catch(async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    await waitForServerMessages();
    throw new ApiError(error.status, [{ source: "", title: unreachable }]);
  });
  if (!reply.ok) {
    await waitForServerMessages();
    throw toApiError(reply, await reply.json().catch(() => null));
  }
  return address.split("?")[0] as string;
}
