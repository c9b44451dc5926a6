import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "@/app/paths";
import css from "./DataGeneration.module.css";
import type { NamedClinic } from "./dataGeneration";

const most = 2;

/** Links to the clinics; those after the first two appear on request. */
export function ClinicLinks({ clinics }: { clinics: readonly NamedClinic[] }) {
  const { t } = useTranslation("dataGeneration");
  const [all, setAll] = useState(false);
  const hiddenCount = clinics.length - most;
  if (clinics.length === 0) return <span className="soft nothing">-</span>;
  return (
    <ul className={css.clinics}>
      {(all ? clinics : clinics.slice(0, most)).map(({ id, name }) => (
        <li key={id}>
          <Link to={paths.clinic({ clinicId: id })}>{name}</Link>
        </li>
      ))}
      {!all && hiddenCount > 0 && (
        <li>
          <button type="button" className="text-button" onClick={() => setAll(true)}>
            {t("moreClinics", { count: hiddenCount })}
          </button>
        </li>
      )}
    </ul>
  );
}
