import { useTranslation } from "react-i18next";
import { labelOf } from "@/lib/labels";
import { plural } from "@/lib/numbers";
import type { ChangeRequestDetail } from "./shared/changeRequests";

/** The approvals that policies require for a request, with those that are missing. */
export function RequiredApprovals({ policies }: { policies: ChangeRequestDetail["required_approvals"] }) {
  const { t } = useTranslation("changeRequests");
  const { t: common } = useTranslation();
  if (policies.length === 0) return null;
  return (
    <ul aria-label={t("approvals.title")}>
      {policies.map(({ call, condition, field, missing, roles, approved_by }) => {
        const words = {
          call: labelOf(t("calls", { returnObjects: true }), call) ?? call,
          roles: roles.map((role) => labelOf(common("accountTypes", { returnObjects: true }), role) ?? role).join(", "),
          names: approved_by.join(", "),
        };
        return (
          <li key={`${call} ${condition} ${field}`}>
            {missing > 0 ? t("approvals.missing", { ...words, ...plural(missing) }) : t("approvals.complete", words)}
          </li>
        );
      })}
    </ul>
  );
}
