import { infoNoticeMs, successNoticeMs } from "@/api/gen/constants";

type Kind = "success" | "info" | "error";
/** What can be done about it, once. */
interface Offer {
  text: string;
  run: () => void;
}
export interface Notice {
  id: number;
  kind: Kind;
  title: string | undefined;
  text: string;
  /** What the text leaves out, such as the records that are in the way: a second line. */
  detail: string | undefined;
  /** How long it stays; an error stays until it is closed. */
  lasts: number | null;
  offer: Offer | undefined;
}

interface More {
  title?: string | undefined;
  detail?: string | undefined;
  offer?: Offer | undefined;
}

const lasts: Record<Kind, number | null> = { success: successNoticeMs, info: infoNoticeMs, error: null };
const mostAtOnce = 4;
const listeners = new Set<() => void>();
let notices: readonly Notice[] = [];
let lastId = 0;

function publish(next: readonly Notice[]) {
  notices = next;
  for (const listener of listeners) listener();
}

/** Says it once: the same words again take the place of the ones before. Returns what takes it away. */
function show(kind: Kind, text: string, { title, detail, offer }: More = {}) {
  lastId += 1;
  // An offer is read and decided about: it stays as long as what is only to be read (decision 181).
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

/** Whoever comes next reads nothing that was said to somebody else. */
export function dismissAll() {
  if (notices.length > 0) publish([]);
}

/** Notifications, from anywhere; `ui/Notices` draws them. */
export const notify = {
  success: (text: string, offer?: Offer) => show("success", text, { offer }),
  info: (text: string) => show("info", text),
  error: (text: string, more?: More) => show("error", text, more),
};

export const noticeStore = {
  get: () => notices,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
