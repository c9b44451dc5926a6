import { Classes } from "@blueprintjs/core";

/** Skeleton bar for a text that is loading. */
export function Placeholder() {
  return <span aria-hidden="true" className={Classes.SKELETON} style={{ width: "45%", height: 14 }} />;
}
