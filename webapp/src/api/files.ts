import { refusalOf } from "./answers";
import { api } from "./client";
import { ApiError } from "./errors";
import type { Bucket } from "./gen/choices";
import { upload } from "./upload";

export interface Sending {
  signal: AbortSignal;
  /** Told how much of the file has gone, from 0 to 1. */
  onProgress: (part: number) => void;
}

const types: Record<string, string> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  tif: "image/tiff",
  tiff: "image/tiff",
};

/** The type that an address is signed for, by the picture's name. */
export const pictureType = (name: string): string | undefined => types[name.toLowerCase().split(".").pop() ?? ""];

/** As the server says it of its own store. */
const unreachable = "The file store cannot be reached. Please try again in a moment.";

/** Puts a file to an address that is signed for it; what a record is linked with. Nothing of ours goes along. */
export async function store(bucket: Bucket, file: File, sending: Sending): Promise<string> {
  const { data } = await api.post("/presigned_urls", { body: { files: [{ bucket, file_path: file.name }] } });
  const [address] = data.ps_urls;
  if (!address) throw new ApiError(200);
  const type = pictureType(file.name) ?? file.type;
  // As the type that is signed for; what the browser takes the file for does not count.
  const body = new Blob([file], { type });
  const headers = { "content-type": type };
  const reply = await upload({ method: "PUT", url: address, headers, body, ...sending }).catch((error: unknown) => {
    throw error instanceof ApiError ? new ApiError(error.status, [{ source: "", title: unreachable }]) : error;
  });
  if (!reply.ok) throw refusalOf(reply, await reply.json().catch(() => null));
  return address.split("?")[0] as string;
}
