import { useTranslation } from "react-i18next";
import { isSilent } from "@/api/errors";
import { type Mutation, send } from "@/api/mutation";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { toast } from "@/ui/toast";
import { useActionErrorToast } from "@/ui/useActionErrorToast";
import { useReloadDoctors } from "./doctors";

interface Action {
  toRequest: () => Mutation;
  /** Text after success. */
  done: string;
  /** Error to report for a refusal. */
  explain?: (error: unknown) => unknown;
}

/** Change a doctor without a form: send it once, report the result and load the doctor again. */
export function useDoctorAction({ toRequest, done, explain = (error) => error }: Action) {
  const { t } = useTranslation("doctors");
  const reload = useReloadDoctors();
  const notice = useActionErrorToast();
  return useSingleFlight(async () => {
    notice.dismiss();
    try {
      await send(toRequest());
      toast.success(done);
    } catch (error) {
      if (isSilent(error)) return;
      notice.showError(explain(error), t("failed"));
    }
    await reload();
  });
}
