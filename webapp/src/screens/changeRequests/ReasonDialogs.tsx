import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  approveChangeRequestRules,
  bypassChangeRequestRules,
  closeChangeRequestRules,
  dismissObjectionRules,
  objectToChangeRequestRules,
  reviewBypassRules,
} from "@/api/gen/rules";
import { send } from "@/api/mutation";
import { useSession } from "@/api/useSession";
import { formatNumber } from "@/lib/format/numbers";
import { AreaField } from "@/ui/fields/AreaField";
import { SelectField } from "@/ui/fields/SelectField";
import { FormDialog } from "@/ui/form/FormDialog";
import {
  type ChangeRequest,
  type DialogProps,
  isRevised,
  objectionsOf,
  type RequestStep,
  readRequest,
  stepRequest,
  useRefreshRequests,
} from "./shared/changeRequests";
import { Groups } from "./shared/Groups";

interface Step {
  rule: { required?: boolean; minLength?: number; maxLength: number };
  step: RequestStep;
  bodyOf: (read: ChangeRequest, reason: string, userId: string) => object;
}
const verdictOf = ({ digest }: ChangeRequest, reason: string) => ({ digest, reason });
/** Rules of the reason of each step, and the body that it sends. The texts have the same names. */
const steps = {
  approve: { rule: approveChangeRequestRules.reason, step: "approve", bodyOf: verdictOf },
  object: { rule: objectToChangeRequestRules.reason, step: "object", bodyOf: verdictOf },
  close: { rule: closeChangeRequestRules.reason, step: "close", bodyOf: (_, reason) => ({ reason }) },
  /** Apply a request at once, without its approvals or during a freeze period. Another super admin owes a review. */
  bypass: { rule: bypassChangeRequestRules.reason, step: "bypass", bodyOf: verdictOf },
  /** Review what another super admin applied in an emergency. */
  reviewBypass: { rule: reviewBypassRules.comment, step: "review_bypass", bodyOf: (_, comment) => ({ comment }) },
  /** Dismiss the objection of a reviewer, for example of one who has left. */
  dismiss: {
    rule: dismissObjectionRules.reason,
    step: "dismiss",
    bodyOf: (_, reason, userId) => ({ objector_id: Number(userId), reason }),
  },
} satisfies Record<string, Step>;

/**
 * Dialog that asks for the reason of a step. A verdict belongs to the revision that was on the page when the dialog
 * opened. If the author has revised the request since, the dialog shows the new revision and keeps the reason; the next
 * attempt is about that one.
 */
export const reasonDialog = (kind: keyof typeof steps) =>
  function ReasonDialog({ detail, onClose }: DialogProps) {
    const { t } = useTranslation("changeRequests");
    const me = useSession()?.user.id;
    const refresh = useRefreshRequests();
    const [opened] = useState(detail);
    const [read, setRead] = useState(detail);
    const number = formatNumber(read.request.revision);
    const objections = kind === "dismiss" ? objectionsOf(detail).filter(({ user_id }) => user_id !== me) : [];
    const owed = kind === "reviewBypass" ? detail.bypasses.filter(({ reviewed_at }) => reviewed_at === null) : [];
    const { rule, step, bodyOf }: Step = steps[kind];
    const text = kind === "close" || kind === "bypass" || kind === "dismiss" ? t(`${kind}.text`) : null;
    return (
      <FormDialog
        title={t(`${kind}.title`)}
        submit={t(`actions.${kind}`)}
        width={read === opened ? 440 : 640}
        initial={{ user_id: String(objections[0]?.user_id ?? ""), reason: "" }}
        draft={`${kind}Request.${opened.request.id}`}
        rules={{ reason: rule }}
        call={null}
        startsChanged
        toRequest={({ reason, user_id }) =>
          stepRequest(read.request.id, step, bodyOf(read.request, reason.trim(), user_id))
        }
        send={async (change) => {
          try {
            return await send(change);
          } catch (error) {
            if (isRevised(error)) setRead(await readRequest(opened.request.id));
            void refresh();
            throw error;
          }
        }}
        done={t(`${kind}.done`, { number })}
        onSent={refresh}
        onClose={onClose}
      >
        {(ask) => (
          <>
            {text && <p>{text}</p>}
            {owed.map(({ user_name, reason, bypassed_at }) => (
              <p key={bypassed_at}>{t("emergencies.applied", { name: user_name, reason })}</p>
            ))}
            {read !== opened && (
              <section>
                <p>{t("review.revised", { number })}</p>
                <Groups groups={read.groups} unlisted={read.more_groups} />
              </section>
            )}
            {objections.length > 0 && (
              <SelectField
                label={t("dismiss.objection")}
                options={objections.map(({ user_id, user_name, reason }) => ({
                  value: String(user_id),
                  text: `${user_name}: ${reason ?? "-"}`,
                }))}
                {...ask("user_id")}
              />
            )}
            <AreaField
              label={t(rule.required ? "facts.reason" : "review.optional")}
              {...ask("reason", { missing: t("review.missing") })}
            />
          </>
        )}
      </FormDialog>
    );
  };
