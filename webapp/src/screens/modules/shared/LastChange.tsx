import { useTranslation } from "react-i18next";
import { formatMoment } from "@/lib/time/dates";
import css from "./LastChange.module.css";
import { useModuleChanges } from "./moduleChanges";
import type { Switch } from "./switches";

/** Time and user of the last use of the switch at this clinic. */
export function LastChange({ clinicId, option }: { clinicId: number; option: Switch }) {
  const { t } = useTranslation("modules");
  const last = useModuleChanges(clinicId)(option);
  return (
    <span className={`soft ${css.last}`}>
      {last?.changed_by && t("last", { name: last.changed_by, moment: formatMoment(last.changed_at) })}
    </span>
  );
}
