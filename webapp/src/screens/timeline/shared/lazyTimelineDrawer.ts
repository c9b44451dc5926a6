import { lazyPart } from "@/ui/lazy/lazyPart";

/** Timeline of a record beside its list, loaded with its texts when it opens. */
export const LazyTimelineDrawer = lazyPart(
  () => import("./TimelineDrawer"),
  ["timeline", "audit", "modules", "notes", "followUps"],
  "TimelineDrawer",
  "dialog",
);
