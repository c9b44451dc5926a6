import { use, useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ShownRecord } from "@/ui/context/recordContext";
import { toast } from "@/ui/feedback/toast";
import { Icon } from "@/ui/icons/Icon";
import css from "./Recents.module.css";
import { isPinned, RecentsContext } from "./recents";

/** Pin button next to a record's name, which also adds the record to the recents. The key `p` presses it. */
export function PinButton({ record }: { record: ShownRecord }) {
  const { t } = useTranslation();
  const { on, all, opened, pin } = use(RecentsContext);
  const pinned = isPinned(all, record);
  const { kind, id, name } = record;
  const onOpened = useEffectEvent(opened);
  useEffect(() => onOpened({ kind, id, name }), [kind, id, name]);
  if (!on) return null;
  const label = t(pinned ? "recents.unpin" : "recents.pin");
  async function press() {
    if (await pin(record, !pinned)) toast.success(t(pinned ? "recents.unpinned" : "recents.pinned", { name }));
  }
  return (
    <button type="button" className={css.pin} data-pin aria-label={label} title={label} onClick={press}>
      <Icon name={pinned ? "pinned" : "pin"} size={14} />
    </button>
  );
}
