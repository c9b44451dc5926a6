import { useRef, useState } from "react";
import { capturePicture } from "@/api/dryRun";
import { uploadFile } from "@/api/files";
import type { Bucket } from "@/api/gen/choices";

/** Upload a form's picture when the form is saved. A retry after a failed save does not upload it again. */
export function usePicture(bucket: Bucket) {
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<AbortController>(undefined);
  const sent = useRef<{ file: File; address: string }>(undefined);

  /** Return the address for the record: of the upload or of the stored picture; null for none. */
  async function addressOf(picture: File | string | null): Promise<string | null> {
    if (!(picture instanceof File)) return picture || null;
    const placeholder = capturePicture(bucket, picture);
    if (placeholder) return placeholder;
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
  return { addressOf, shown: { progress, onCancel: () => sending.current?.abort() } };
}
