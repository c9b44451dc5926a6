import { infoNoticeMs, successNoticeMs } from "@/api/gen/constants";
import { createStore } from "@/lib/state/store";

type Kind = "success" | "info" | "error";
/** A one-time action. */
export interface ToastAction {
  text: string;
  run: () => void;
}
export interface Toast {
  id: number;
  kind: Kind;
  title: string | undefined;
  /** Name of the changed record. */
  record: string | undefined;
  text: string;
  /** Details on a second line, such as the conflicting records. */
  detail: string | undefined;
  /** Duration; an error stays until it is closed. */
  lasts: number | null;
  offer: ToastAction | undefined;
}

interface ToastOptions {
  title?: string | undefined;
  record?: string | undefined;
  detail?: string | undefined;
  offer?: ToastAction | undefined;
}

const lasts: Record<Kind, number | null> = { success: successNoticeMs, info: infoNoticeMs, error: null };
const maxErrors = 4;
/** The notification on screen is the last; the errors before it appear again after it. `Toaster` renders it. */
export const toastStore = createStore<readonly Toast[]>([]);
let lastId = 0;

/**
 * Show a notification in place of the one on screen; only errors wait until they are closed, each once. Returns a
 * function that closes it.
 */
function show(kind: Kind, text: string, { title, record, detail, offer }: ToastOptions = {}) {
  lastId += 1;
  // A notification with an action or details stays as long as an info notification (decision 181).
  const notice = {
    id: lastId,
    kind,
    title: title === text ? undefined : title,
    record,
    text,
    detail,
    lasts: (offer || detail) && lasts[kind] ? infoNoticeMs : lasts[kind],
    offer,
  };
  const errors = toastStore
    .get()
    .filter((other) => other.kind === "error" && (other.text !== text || other.detail !== detail));
  toastStore.set([...errors.slice(-maxErrors + 1), notice]);
  return () => dismiss(notice.id);
}

export function dismiss(id: number) {
  const notices = toastStore.get();
  if (notices.some((notice) => notice.id === id)) toastStore.set(notices.filter((notice) => notice.id !== id));
}

/** Close all, so that the next user sees no notification of the previous one. */
export function dismissAll() {
  if (toastStore.get().length > 0) toastStore.set([]);
}

/** Show notifications from any code. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show("success", text, options),
  info: (text: string) => show("info", text),
  error: (text: string, options?: ToastOptions) => show("error", text, options),
};
