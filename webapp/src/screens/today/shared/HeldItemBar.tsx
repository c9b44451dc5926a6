import { useStore } from "@/lib/state/store";
import { lazyPart } from "@/ui/lazy/lazyPart";
import { heldItem } from "./heldItem";

const TodayBar = lazyPart(() => import("./TodayBar"), ["today", "followUps"], "TodayBar", "optional");

/** The bar of the item that Next opened, if there is one. */
export function HeldItemBar() {
  const held = useStore(heldItem);
  return held && <TodayBar key={`${held.item.source} ${held.item.record_id}`} held={held} />;
}
