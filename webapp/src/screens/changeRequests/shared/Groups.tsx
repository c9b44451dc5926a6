import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useTranslateServerMessage } from "@/lib/errors/useErrorText";
import { callTexts } from "@/lib/format/callTexts";
import { fieldChanges } from "@/lib/format/fieldChanges";
import { labelOf } from "@/lib/format/labels";
import { plural } from "@/lib/format/numbers";
import { useFieldTexts } from "@/lib/format/useFieldTexts";
import { StatusTag } from "@/ui/cells/StatusTag";
import { FieldDiff } from "@/ui/display/FieldDiff";
import { Tool } from "@/ui/layout/Toolbar";
import type { ChangeGroup } from "./changeRequests";
import css from "./Groups.module.css";

interface Props {
  groups: readonly ChangeGroup[];
  /** Number of groups that the server left out. */
  unlisted: number;
}
const firstShown = 10;

/** Equal changes with their number of records, the largest groups first. */
export function Groups({ groups, unlisted }: Props) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "groups" });
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? groups : groups.slice(0, firstShown);
  const hiddenCount = groups.length - shown.length;
  return (
    <>
      <ul className={css.groups}>
        {shown.map((group, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a revision never move
          <li key={at}>
            <Group group={group} />
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && <Tool text={t("more", plural(hiddenCount))} onClick={() => setOpen(true)} />}
      {hiddenCount === 0 && unlisted > 0 && <p className="soft">{t("unlisted", plural(unlisted))}</p>}
    </>
  );
}

function Group({ group }: { group: ChangeGroup }) {
  const { t } = useTranslation("changeRequests");
  const texts = useFieldTexts();
  const translate = useTranslateServerMessage();
  const changes = fieldChanges(group, texts, { isComplete: true });
  const calls = callTexts(t);
  return (
    <>
      <div className={css.head}>
        <strong>{labelOf(calls, group.call)}</strong>
        <span className="number">{t("groups.records", plural(group.count))}</span>
        {group.planned === "unchanged" && <StatusTag text={t("groups.unchanged")} tone="neutral" />}
        {group.planned === "kept" && <StatusTag text={t("groups.kept")} tone="waiting" />}
        {group.planned === "change" && !group.undoable && <StatusTag text={t("groups.notUndoable")} tone="waiting" />}
        {group.planned === "refused" && <StatusTag text={t("groups.refused")} tone="bad" />}
      </div>
      {group.error && <p>{translate(group.problem ?? group.error)}</p>}
      {changes.length > 0 && <FieldDiff changes={changes} />}
      {changes.length === 0 && group.planned === "change" && <p className="soft">{t("groups.noFields")}</p>}
    </>
  );
}
