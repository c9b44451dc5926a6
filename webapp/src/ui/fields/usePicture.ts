import { useRef, useState } from "react";
import { uploadFile } from "@/api/files";
import type { Bucket } from "@/api/gen/choices";
import { type Mutation, send } from "@/api/mutation";

/** Upload a form's picture when the form is saved. A retry after a failed save does not upload it again. */
export function usePicture(bucket: Bucket) {
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<AbortController>(undefined);
  const sent = useRef<{ file: File; address: string }>(undefined);

  async function addressOf(picture: File): Promise<string> {
    if (sent.current?.file === picture) return sent.current.address;
    sending.current = new AbortController();
    setProgress(0);
    try {
      const address = await uploadFile(bucket, picture, { signal: sending.current.signal, onProgress: setProgress });
      sent.current = { file: picture, address };
      return address;
    } finally {
      setProgress(null);
    }
  }
  /** Send a request of `withPicture`. */
  async function sendWithPicture<Answer>(request: Mutation<Answer>): Promise<Answer | null> {
    const { upload } = request;
    const ready = upload ? upload.complete(await addressOf(upload.file)) : request;
    return ready && send(ready);
  }
  return { send: sendWithPicture, shown: { progress, onCancel: () => sending.current?.abort() } };
}
