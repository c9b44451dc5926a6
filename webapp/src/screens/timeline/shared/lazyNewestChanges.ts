import { lazyPart } from "@/ui/lazy/lazyPart";

/** Card with the newest changes of a record, loaded with its texts beside the record. */
export const LazyNewestChanges = lazyPart(
  () => import("./NewestChanges"),
  ["timeline", "audit", "modules", "notes"],
  "NewestChanges",
);
