import { infoNoticeMs, successNoticeMs } from "@/api/gen/constants";

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
const listeners = new Set<() => void>();
let notices: readonly Toast[] = [];
let lastId = 0;

function publish(next: readonly Toast[]) {
  notices = next;
  for (const listener of listeners) listener();
}

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
  const others = notices.filter((other) => other.kind !== kind || other.text !== text || other.detail !== detail);
  publish([...others, notice].slice(-mostAtOnce));
  return () => dismiss(notice.id);
}

export function dismiss(id: number) {
  if (notices.some((notice) => notice.id === id)) publish(notices.filter((notice) => notice.id !== id));
}

/** Close all, so that the next user sees no notification of the previous one. */
export function dismissAll() {
  if (notices.length > 0) publish([]);
}

/** Show notifications from any code; `ui/Toaster` renders them. */
export const toast = {
  success: (text: string, offer?: ToastAction) => show("success", text, { offer }),
  info: (text: string) => show("info", text),
  error: (text: string, more?: More) => show("error", text, more),
};

export const toastStore = {
  get: () => notices,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
