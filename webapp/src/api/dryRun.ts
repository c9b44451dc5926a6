/** A change in the form in which it would be sent. */
export interface CapturedRequest {
  verb: "post" | "put" | "delete";
  path: string;
  options: {
    path?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
    ifMatch?: string | undefined;
    /** A form with files, in place of a body. */
    form?: { body: FormData } | undefined;
  };
  /** Pictures to upload first. Text in a record never counts as one, whatever it contains. */
  pictures?: readonly CapturedPicture[];
}

/** A picture and the placeholder for its address. */
export interface CapturedPicture {
  placeholder: string;
  bucket: string;
  file: string;
}

/**
 * Calls that a dry run still sends: drafts are stored in the background, and searches only read although they have a
 * body.
 */
const goesOn = ["/careops/drafts/{draft_id}", "/_search", "/careops/clinics/{clinic_id}/lead_uploads/check"];

let pictures: CapturedPicture[] = [];
let take: ((sending: CapturedRequest) => void) | null = null;

/**
 * Record a change instead of sending it if a dry run is active, and return true. The sender gets an abort error, which
 * is silent (`isSilent`).
 */
export function captureRequest(sending: CapturedRequest): boolean {
  if (!take || goesOn.includes(sending.path)) return false;
  take(pictures.length > 0 ? { ...sending, pictures } : sending);
  return true;
}

/** Return a placeholder for the address of a picture in a dry run; null if the picture must be uploaded. */
export function capturePicture(bucket: string, file: File): string | null {
  if (!take) return null;
  const placeholder = `${bucket}:${file.name}`;
  pictures.push({ placeholder, bucket, file: file.name });
  return placeholder;
}

/** Run a function and return the first change that it would send; null if it sends none. */
export function dryRun(run: () => Promise<unknown>): Promise<CapturedRequest | null> {
  return new Promise<CapturedRequest | null>((resolve, reject) => {
    take = resolve;
    run().then(() => resolve(null), reject);
  }).finally(() => {
    take = null;
    pictures = [];
  });
}
