/** A change as it would be sent. */
export interface Sending {
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
  /** Those that would be uploaded first. No text of a record is taken for one, whatever it says. */
  pictures?: readonly Picture[];
}

/** A picture, and what stands for its address meanwhile. */
export interface Picture {
  standIn: string;
  bucket: string;
  file: string;
}

/** What goes on meanwhile: drafts are kept in the background, and the catalogue is only read with a body. */
const goesOn = ["/careops/drafts/{draft_id}", "/_search", "/careops/clinics/{clinic_id}/lead_uploads/check"];

let pictures: Picture[] = [];
let take: ((sending: Sending) => void) | null = null;

/**
 * Whether a change is only written down, as somebody asks what would be sent. Whoever sends it is told that the call
 * was aborted, which nobody speaks of (`isSilent`).
 */
export function writtenDown(sending: Sending): boolean {
  if (!take || goesOn.includes(sending.path)) return false;
  take(pictures.length > 0 ? { ...sending, pictures } : sending);
  return true;
}

/** What stands for a picture's address while a change is only written down; null when it is to be uploaded. */
export function pictureWrittenDown(bucket: string, file: File): string | null {
  if (!take) return null;
  const standIn = `${bucket}:${file.name}`;
  pictures.push({ standIn, bucket, file: file.name });
  return standIn;
}

/** Runs what sends a change, and gives the first one instead of sending it; null where none would be sent. */
export function rehearse(run: () => Promise<unknown>): Promise<Sending | null> {
  return new Promise<Sending | null>((resolve, reject) => {
    take = resolve;
    run().then(() => resolve(null), reject);
  }).finally(() => {
    take = null;
    pictures = [];
  });
}
