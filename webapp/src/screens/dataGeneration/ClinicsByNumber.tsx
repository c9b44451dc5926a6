import { useTranslation } from "react-i18next";
import { plural } from "@/lib/format/numbers";
import css from "./DataGeneration.module.css";
import { useClinicsByNumber } from "./dataGeneration";

const most = 5;

/**
 * The clinics that data will be added to. Renders nothing until they are known, because the number can be sent anyway.
 */
export function ClinicsByNumber({ phone }: { phone: string | null }) {
  const { t } = useTranslation("dataGeneration");
  const clinics = useClinicsByNumber(phone).data?.data;
  const hiddenCount = (clinics?.length ?? 0) - most;
  return (
    <div role="status" className={css.found}>
      {clinics?.length === 0 && <p className={css.none}>{t("form.noClinic")}</p>}
      {clinics && clinics.length > 0 && (
        <>
          <p>{t("form.clinics", plural(clinics.length))}</p>
          <ul>
            {clinics.slice(0, most).map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
            {hiddenCount > 0 && <li>{t("moreClinics", { count: hiddenCount })}</li>}
          </ul>
        </>
      )}
    </div>
  );
}
