import { infoNoticeMs, successNoticeMs } from "@/api/gen/constants";
import { createStore } from "@/lib/store";

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
  text: string;
  /** Details on a second line, such as the conflicting records. */
  detail: string | undefined;
  /** Duration; an error stays until it is closed. */
  lasts: number | null;
  offer: ToastAction | undefined;
}

interface More {
  title?: string | undefined;
  detail?: string | undefined;
  offer?: ToastAction | undefined;
}

const lasts: Record<Kind, number | null> = { success: successNoticeMs, info: infoNoticeMs, error: null };
const mostAtOnce = 4;
/** The notifications on screen; `ui/Toaster` renders them. */
export const toastStore = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Show a notification. The same text replaces the older notification. Returns a function that closes it. */
function show(kind: Kind, text: string, { title, detail, offer }: More = {}) {
  lastId += 1;
  // A notification with an action stays as long as an info notification (decision 181).
  const notice = {
    id: lastId,
    kind,
    title,
    text,
    detail,
    lasts: offer && lasts[kind] ? infoNoticeMs : lasts[kind],
    offer,
  };
  const others = toastStore
    .get()
    .filter((other) => other.kind !== kind || other.text !== text || other.detail !== detail);
  toastStore.set([...others, notice].slice(-mostAtOnce));
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
  success: (text: string, offer?: ToastAction) => show("success", text, { offer }),
  info: (text: string) => show("info", text),
  error: (text: string, more?: More) => show("error", text, more),
};
