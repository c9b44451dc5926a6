import { useState } from "react";
import { useTranslation } from "react-i18next";
import { approveChangeRequestRules, dismissObjectionRules, objectToChangeRequestRules } from "@/api/gen/rules";
import { send } from "@/api/mutation";
import { useSession } from "@/api/useSession";
import { formatNumber } from "@/lib/numbers";
import { FormDialog } from "@/ui/FormDialog";
import { AreaField } from "@/ui/fields/AreaField";
import { SelectField } from "@/ui/fields/SelectField";
import type { DialogProps } from "./requestActions";
import {
  approveRequest,
  dismissObjection,
  isRevised,
  objectionsOf,
  objectRequest,
  readRequest,
  useRefreshRequests,
} from "./shared/changeRequests";
import { Groups } from "./shared/Groups";

export function ApproveDialog(props: DialogProps) {
  const { t } = useTranslation("changeRequests");
  return (
    <ReviewDialog
      {...props}
      title={t("review.approveTitle")}
      submit={t("actions.approve")}
      label={t("review.approveReason")}
      rules={approveChangeRequestRules}
      done={(number) => t("review.approved", { number })}
      toRequest={approveRequest}
    />
  );
}

export function ObjectDialog(props: DialogProps) {
  const { t } = useTranslation("changeRequests");
  return (
    <ReviewDialog
      {...props}
      title={t("review.objectTitle")}
      submit={t("actions.object")}
      label={t("review.objectReason")}
      missing={t("review.reasonMissing")}
      rules={objectToChangeRequestRules}
      done={(number) => t("review.objected", { number })}
      toRequest={objectRequest}
    />
  );
}

/** Dismiss the objection of a reviewer, for example of one who has left. */
export function DismissDialog({ detail, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests");
  const me = useSession()?.user.id;
  const refresh = useRefreshRequests();
  const objections = objectionsOf(detail).filter(({ user_id }) => user_id !== me);
  return (
    <FormDialog
      title={t("dismiss.title")}
      submit={t("actions.dismiss")}
      initial={{ user_id: String(objections[0]?.user_id ?? ""), reason: "" }}
      draft={`changeRequestDismissal.${detail.request.id}`}
      rules={dismissObjectionRules}
      call={null}
      startsChanged
      toRequest={({ user_id, reason }) => dismissObjection(detail.request.id, Number(user_id), reason.trim())}
      done={t("dismiss.done")}
      onSent={refresh}
      onClose={onClose}
    >
      {(ask) => (
        <>
          <p>{t("dismiss.text")}</p>
          <SelectField
            label={t("dismiss.objection")}
            options={objections.map(({ user_id, user_name, reason }) => ({
              value: String(user_id),
              text: `${user_name}: ${reason ?? "-"}`,
            }))}
            {...ask("user_id")}
          />
          <AreaField label={t("review.objectReason")} {...ask("reason", { missing: t("dismiss.missing") })} />
        </>
      )}
    </FormDialog>
  );
}

interface Props extends DialogProps {
  title: string;
  submit: string;
  label: string;
  missing?: string;
  rules: typeof approveChangeRequestRules | typeof objectToChangeRequestRules;
  done: (revision: string) => string;
  toRequest: typeof approveRequest;
}
/**
 * Ask for a verdict. It belongs to the revision that was on the page when the dialog opened. If the author has revised
 * the request since, the dialog shows the new revision and keeps the reason; the next attempt is about that one.
 */
function ReviewDialog({ detail, title, submit, label, missing, rules, done, toRequest, onClose }: Props) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "review" });
  const [opened] = useState(detail);
  const [read, setRead] = useState(detail);
  const refresh = useRefreshRequests();
  const number = formatNumber(read.request.revision);
  return (
    <FormDialog
      title={title}
      submit={submit}
      width={read === opened ? 440 : 640}
      initial={{ reason: "" }}
      draft={`changeRequestReview.${opened.request.id}`}
      rules={{ reason: rules.reason }}
      call={null}
      startsChanged
      toRequest={({ reason }) => toRequest(read.request, reason.trim())}
      send={async (change) => {
        try {
          return await send(change);
        } catch (error) {
          if (isRevised(error)) setRead(await readRequest(opened.request.id));
          void refresh();
          throw error;
        }
      }}
      done={done(number)}
      onSent={refresh}
      onClose={onClose}
    >
      {(ask) => (
        <>
          {read !== opened && (
            <section>
              <p>{t("revised", { number })}</p>
              <Groups groups={read.groups} more={read.more_groups} />
            </section>
          )}
          <AreaField label={label} {...ask("reason", missing === undefined ? {} : { missing })} />
        </>
      )}
    </FormDialog>
  );
}
