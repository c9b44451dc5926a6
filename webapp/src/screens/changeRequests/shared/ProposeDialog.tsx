import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isSilent } from "@/api/errors";
import { maxPageSize } from "@/api/gen/constants";
import { paths } from "@/app/paths";
import { useErrorDetail, useErrorText } from "@/lib/errors/useErrorText";
import { formatNumber, plural } from "@/lib/format/numbers";
import { useGuardedNavigate } from "@/lib/hooks/useLinkGuard";
import type { ProposalProps } from "@/ui/context/proposalContext";
import { Alert } from "@/ui/feedback/Alert";
import { toast } from "@/ui/feedback/toast";
import { FormDialog } from "@/ui/form/FormDialog";
import { Tool } from "@/ui/layout/Toolbar";
import { type ChangePreview, previewChanges, proposeRequest, sendProposal, useRefreshRequests } from "./changeRequests";
import { Groups } from "./Groups";
import css from "./ProposeDialog.module.css";
import { RequestFields } from "./RequestFields";
import { emptyValues, requestRules, scheduleOf } from "./requestValues";

/**
 * Propose a change for review: title, reason and ticket, with a preview of its effect. Of more changes than one page of
 * a list has, the first ones are previewed; the server previews all when they are proposed.
 */
export function ProposeDialog({ changes, onProposed, onClose }: ProposalProps) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "propose" });
  const previewed = useMemo(() => changes.slice(0, maxPageSize), [changes]);
  const preview = usePreview(previewed);
  const refresh = useRefreshRequests();
  const navigate = useGuardedNavigate();
  const { data } = preview;
  const nothing = data?.changes === 0 && previewed.length === changes.length ? t("nothing") : null;
  return (
    <FormDialog
      title={t("title")}
      submit={t("submit")}
      width={640}
      initial={emptyValues()}
      draft={null}
      rules={requestRules}
      call={null}
      withoutCommand
      disabled={!data}
      blocked={nothing}
      toRequest={(values) => proposeRequest(values, scheduleOf(values), changes)}
      send={sendProposal}
      onSent={(answer) => {
        const requestId = answer?.data.request.id ?? 0;
        const open = () => navigate(paths.changeRequest({ requestId }));
        toast.success(t("created", { id: requestId }), { offer: { text: t("open"), run: open } });
        onProposed();
        return refresh();
      }}
      onClose={onClose}
    >
      {(ask, form) => (
        <>
          <RequestFields about={t("about")} ask={ask} form={form} />
          <section aria-label={t("preview")}>
            {previewed.length < changes.length && (
              <p>{t("first", { first: formatNumber(previewed.length), all: formatNumber(changes.length) })}</p>
            )}
            <Preview {...preview} nothing={nothing} />
          </section>
        </>
      )}
    </FormDialog>
  );
}

interface PreviewState {
  data: ChangePreview | null;
  error: unknown;
  retry: () => void;
}
function Preview({ data, error, retry, nothing }: PreviewState & { nothing: string | null }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "propose" });
  const { t: common } = useTranslation();
  const textOf = useErrorText();
  const detailOf = useErrorDetail();
  if (error)
    return (
      <Alert text={textOf(error)} detail={detailOf(error)} error={error}>
        <Tool text={common("retry")} onClick={retry} />
      </Alert>
    );
  if (!data)
    return (
      <p role="status" className="soft">
        {t("computing")}
      </p>
    );
  const counted = (["changes", "unchanged", "refused"] as const).filter((name) => data[name] > 0);
  const sentences = counted.map((name) => t(name, plural(data[name])));
  return (
    <>
      <p role="status" className={css.summary}>
        {[nothing, ...sentences].filter(Boolean).join(" ")}
      </p>
      <Groups groups={data.groups} unlisted={data.more_groups} />
    </>
  );
}

/** Request the preview once, and again on retry. */
function usePreview(changes: Parameters<typeof previewChanges>[0]): PreviewState {
  const [state, setState] = useState<Pick<PreviewState, "data" | "error">>({ data: null, error: null });
  const running = useRef<AbortController>(undefined);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt requests it again
  useEffect(() => {
    running.current = new AbortController();
    const { signal } = running.current;
    setState({ data: null, error: null });
    previewChanges(changes, signal)
      .then((data) => setState({ data, error: null }))
      .catch((error: unknown) => !isSilent(error) && setState({ data: null, error }));
    return () => running.current?.abort();
  }, [changes, attempt]);
  return { ...state, retry: () => setAttempt((before) => before + 1) };
}
