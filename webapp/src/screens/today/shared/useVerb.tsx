import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { request } from "@/api/mutation";
import { fetchTexts } from "@/i18n/textLoader";
import { useGuardedNavigate } from "@/lib/hooks/useLinkGuard";
import { contextActions } from "@/lib/state/contextActions";
import { useDone } from "@/screens/followUps/shared/useDone";
import { useConfirmedAction } from "@/ui/action/useAction";
import { toast } from "@/ui/feedback/toast";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { HandleDialog } from "./HandleDialog";
import { heldItem, type Round } from "./heldItem";
import { claim, formTexts, type Item, itemUrl, markRead } from "./today";

/**
 * Settle items. `run` settles one on the spot, or asks first; or it claims the item and opens the form on its screen.
 * The caller renders `dialog`.
 */
export function useVerb(onSettled: () => unknown) {
  const { t, i18n } = useTranslation("today");
  const navigate = useGuardedNavigate();
  const failed = useErrorToast();
  const closeAsDone = useDone();
  const [handled, setHandled] = useState<Item | null>(null);
  const end = useConfirmedAction<Item>({
    title: ({ title }) => title,
    ask: t("end.question"),
    yes: t("verbs.end"),
    call: "UpdateAdCampaign",
    toRequest: ({ record_id }) =>
      request.put("/admin/ad_campaigns/{campaign_id}", {
        path: { campaign_id: Number(record_id) },
        body: { active: false },
      }),
    done: t("end.done"),
    nameOf: ({ title }) => title,
    reload: onSettled,
  });

  async function openForm(item: Item, round: Round | null) {
    const at = itemUrl(item);
    if (!at) return;
    await claim(item);
    heldItem.set({ item, at, round });
    navigate(at);
    if (!(item.source in formTexts)) return;
    const text = formTexts[item.source as keyof typeof formTexts];
    await fetchTexts(text.split(":").slice(0, 1));
    contextActions.begin(i18n.t(text), new URL(at, location.href).pathname);
  }

  async function settle(item: Item) {
    const id = Number(item.record_id);
    switch (item.verb) {
      case "close":
        await closeAsDone({ id, what: item.title });
        break;
      case "mark_read":
        await markRead(item);
        break;
      case "retry":
        await api.post("/careops/jobs/{job_id}/retry", { path: { job_id: id } });
        toast.success(t("done.retry"), { record: item.title });
        break;
      case "fetch":
        await api.get("/admin/news_articles/fetch_rss", {});
        toast.success(t("done.fetch"), { record: item.title });
        break;
    }
    await onSettled();
  }

  async function run(item: Item, round: Round | null = null) {
    const { verb } = item;
    if (verb === "handle") return setHandled(item);
    if (verb === "end") return end.ask(item);
    const isForm = verb === "verify" || verb === "extend" || verb === "review";
    try {
      await (isForm ? openForm(item, round) : settle(item));
    } catch (error) {
      failed(error);
      await onSettled();
    }
  }
  const dialog = (
    <>
      {handled && <HandleDialog item={handled} onSent={onSettled} onClose={() => setHandled(null)} />}
      {end.dialog}
    </>
  );
  return { run, dialog };
}
