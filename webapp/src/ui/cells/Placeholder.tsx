import { Classes } from "@blueprintjs/core";

/** A grey bar in place of a text that is on its way. */
export function Placeholder() {
  return <span aria-hidden="true" className={Classes.SKELETON} style={{ width: "45%", height: 14 }} />;
}
