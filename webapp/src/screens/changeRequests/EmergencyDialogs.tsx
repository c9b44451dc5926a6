import { useTranslation } from "react-i18next";
import { bypassChangeRequestRules, reviewBypassRules } from "@/api/gen/rules";
import { FormDialog } from "@/ui/FormDialog";
import { AreaField } from "@/ui/fields/AreaField";
import type { DialogProps } from "./requestActions";
import { bypassRequest, reviewBypass, useRefreshRequests } from "./shared/changeRequests";

/** Apply a request at once, without its approvals or during a freeze period. Another super admin owes a review. */
export function BypassDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests");
  const refresh = useRefreshRequests();
  return (
    <FormDialog
      title={t("bypass.title")}
      submit={t("actions.bypass")}
      initial={{ reason: "" }}
      draft={`changeRequestBypass.${request.id}`}
      rules={{ reason: bypassChangeRequestRules.reason }}
      call={null}
      startsChanged
      toRequest={({ reason }) => bypassRequest(request, reason.trim())}
      done={t("apply.started")}
      onSent={refresh}
      onClose={onClose}
    >
      {(ask) => (
        <>
          <p>{t("bypass.text")}</p>
          <AreaField label={t("bypass.reason")} {...ask("reason", { missing: t("bypass.missing") })} />
        </>
      )}
    </FormDialog>
  );
}

/** Review what another super admin applied in an emergency. */
export function ReviewBypassDialog({ detail: { request, bypasses }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests");
  const refresh = useRefreshRequests();
  return (
    <FormDialog
      title={t("reviewBypass.title")}
      submit={t("actions.reviewBypass")}
      initial={{ comment: "" }}
      draft={`changeRequestBypassReview.${request.id}`}
      rules={{ comment: reviewBypassRules.comment }}
      call={null}
      startsChanged
      toRequest={({ comment }) => reviewBypass(request.id, comment.trim())}
      done={t("reviewBypass.done")}
      onSent={refresh}
      onClose={onClose}
    >
      {(ask) => (
        <>
          {bypasses
            .filter(({ reviewed_at }) => reviewed_at === null)
            .map(({ user_name, reason, bypassed_at }) => (
              <p key={bypassed_at}>{t("emergencies.applied", { name: user_name, reason })}</p>
            ))}
          <AreaField label={t("reviewBypass.comment")} {...ask("comment")} />
        </>
      )}
    </FormDialog>
  );
}
