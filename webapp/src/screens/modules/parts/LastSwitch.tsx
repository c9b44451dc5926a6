import { useTranslation } from "react-i18next";
import { auditMaxDays } from "@/api/gen/constants";
import { useRecord } from "@/api/hooks";
import { serverNow } from "@/api/token";
import { addDays, today } from "@/lib/dates";
import { useMoment } from "@/lib/useMoment";
import css from "./LastSwitch.module.css";

/** Who switched the module at this clinic last, and when, as far back as the audit trail is asked in one go. */
export function LastSwitch({ clinicId, moduleId }: { clinicId: number; moduleId: number }) {
  const { t } = useTranslation("modules");
  const moment = useMoment();
  const end = today(serverNow());
  const { data } = useRecord(
    "/admin/audit_trails",
    {
      query: {
        clinic_id: clinicId,
        start_date: addDays(end, 1 - auditMaxDays),
        end_date: end,
        event_keys: "module.activate,module.deactivate",
        event_status: "SUCCESS",
      },
    },
    ({ data }) => Array.isArray(data.audit_trails),
  );
  const last = data?.data.audit_trails.find(({ parameters }) => isAbout(parameters, moduleId));
  return (
    <span className={`soft ${css.last}`}>
      {last?.user?.name && t("last", { name: last.user.name, moment: moment(last.timestamp) })}
    </span>
  );
}

function isAbout(parameters: unknown, moduleId: number): boolean {
  if (typeof parameters !== "object" || parameters === null || !("module_id" in parameters)) return false;
  return parameters.module_id === moduleId;
}
