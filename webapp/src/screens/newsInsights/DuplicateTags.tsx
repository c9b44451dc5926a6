import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { replaceErrorIds } from "@/lib/errors/errorIds";
import { formatNumber } from "@/lib/format/numbers";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { ConfirmDialog } from "@/ui/dialog/ConfirmDialog";
import { Modal, ModalBody } from "@/ui/dialog/Modal";
import { toast } from "@/ui/feedback/toast";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { ChoiceCards } from "@/ui/fields/ChoiceCards";
import { Tool } from "@/ui/layout/Toolbar";
import css from "./DuplicateTags.module.css";
import { type DuplicateTagGroup, mergeTags, type TagStats } from "./newsInsights";

interface Merge {
  stays: TagStats;
  goes: readonly TagStats[];
}
interface Props {
  groups: readonly DuplicateTagGroup[];
  onMerged: () => Promise<unknown>;
  onClose: () => void;
}

/** Groups of duplicate tags. Merging a group asks first, because it cannot be undone. */
export function DuplicateTags({ groups, onMerged, onClose }: Props) {
  const { t } = useTranslation("newsInsights", { keyPrefix: "duplicates" });
  const { t: common } = useTranslation();
  const failed = useErrorToast();
  const [merge, setMerge] = useState<Merge | null>(null);
  const top = useRef<HTMLParagraphElement>(null);
  const { run, busy } = useSingleFlight(async ({ stays, goes }: Merge) => {
    try {
      await mergeTags(stays, goes);
      toast.success(t("done", { name: stays.tag_name }));
    } catch (error) {
      failed(replaceErrorIds(error, new Map(goes.map(({ id, tag_name }) => [id, tag_name]))));
    }
    // Reload after a refusal too, because another user may have merged them.
    await onMerged();
    // The focused button disappears with its group.
    top.current?.focus();
  });
  return (
    <Modal title={t("title")} width={520} first="input" onClose={onClose}>
      <ModalBody>
        <p ref={top} tabIndex={-1} className="soft">
          {t(groups.length > 0 ? "hint" : "none")}
        </p>
        {groups.map(({ tags }) => (
          <Group key={tags.map(({ id }) => id).join()} tags={tags} busy={busy} onMerge={setMerge} />
        ))}
      </ModalBody>
      {merge && (
        <ConfirmDialog
          title={t("ask.title")}
          intent="danger"
          yes={t("ask.yes")}
          no={common("cancel")}
          onYes={() => {
            setMerge(null);
            void run(merge);
          }}
          onNo={() => setMerge(null)}
        >
          {t("ask.text", { name: merge.stays.tag_name, names: merge.goes.map(({ tag_name }) => tag_name).join(", ") })}
        </ConfirmDialog>
      )}
    </Modal>
  );
}

interface GroupProps {
  tags: readonly TagStats[];
  busy: boolean;
  onMerge: (merge: Merge) => void;
}
function Group({ tags, busy, onMerge }: GroupProps) {
  const { t } = useTranslation("newsInsights", { keyPrefix: "duplicates" });
  const { register, watch, handleSubmit } = useForm({ defaultValues: { stays: String(tags[0]?.id) } });
  const chosen = watch("stays");
  const stays = tags.find(({ id }) => String(id) === chosen);
  const merge = () => stays && onMerge({ stays, goes: tags.filter((tag) => tag !== stays) });
  return (
    // One form per group, because radio buttons of equal name in one form are a single choice.
    <form className={css.group} onSubmit={handleSubmit(merge)}>
      <ChoiceCards
        legend={tags.map(({ tag_name }) => tag_name).join(" / ")}
        choices={tags.map((tag) => ({
          value: String(tag.id),
          title: tag.tag_name,
          text: t("counts", {
            published: formatNumber(tag.published_news_count),
            viewed: formatNumber(tag.viewed_news_count),
          }),
        }))}
        field={register("stays")}
        error={undefined}
        required={false}
      />
      {stays && <Tool text={t("merge", { name: stays.tag_name })} busy={busy} onClick={merge} />}
    </form>
  );
}
