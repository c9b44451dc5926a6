import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { RepeatedOutcome } from "@/api/gen/choices";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format/numbers";
import { toast } from "@/ui/feedback/toast";
import { ToggleField } from "@/ui/fields/ToggleField";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { FormDialog } from "@/ui/form/FormDialog";
import {
  type DialogProps,
  proposeAgainRequest,
  repeatableOutcomes,
  sendProposal,
  useRefreshRequests,
} from "./shared/changeRequests";
import { RequestFields } from "./shared/RequestFields";
import { emptyValues, type RequestValues, requestRules, scheduleOf } from "./shared/requestValues";

type Values = RequestValues & { outcomes: readonly RepeatedOutcome[] };

/** Propose changes of a request again as a new one: which, its texts, and when and how to apply them. */
export function ProposeAgainDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests");
  const refresh = useRefreshRequests();
  const navigate = useNavigate();
  const offered = repeatableOutcomes(request);
  const { title, reason, ticket, on_conflict } = request;
  return (
    <FormDialog<Values, Awaited<ReturnType<typeof sendProposal>>>
      title={t("again.title")}
      submit={t("again.submit")}
      width={560}
      // The author decides anew about records that someone else has changed or an undo has reversed.
      initial={{
        ...{ ...emptyValues(), title, reason, ticket: ticket ?? "", on_conflict },
        outcomes: offered.filter((outcome) => outcome === "left" || outcome === "failed"),
      }}
      draft={`changeRequestAgain.${request.id}`}
      rules={requestRules}
      shown={{ fields: { title: t("propose.name"), reason: t("propose.reason"), ticket: t("propose.ticket") } }}
      call={null}
      withoutCommand
      startsChanged
      toRequest={({ outcomes, ...values }) => proposeAgainRequest(request.id, outcomes, values, scheduleOf(values))}
      send={sendProposal}
      onSent={(answer) => {
        const requestId = answer?.data.request.id ?? 0;
        toast.success(t("propose.created", { id: requestId }));
        navigate(paths.changeRequest({ requestId }));
        return refresh();
      }}
      onClose={onClose}
    >
      {(ask, form) => (
        <>
          <p>{t(request.status === "open" ? "again.open" : "again.about")}</p>
          <ToggleField
            name="outcomes"
            control={form.control}
            legend={t("again.outcomes")}
            choices={offered.map((outcome) => ({
              value: outcome,
              text:
                outcome === "reversed"
                  ? t("again.reversed")
                  : `${t(`outcomes.${outcome}`)} (${formatNumber(request[outcome])})`,
            }))}
            missing={t("again.missing")}
          />
          <RequestFields
            ask={ask as unknown as GetFieldProps<RequestValues>}
            form={form as unknown as UseFormReturn<RequestValues>}
          />
        </>
      )}
    </FormDialog>
  );
}
