import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { components } from "@/api/gen/schema";
import { paths } from "@/app/paths";
import { labelled } from "@/lib/labelled";
import { useMoment } from "@/lib/useMoment";
import { FailedPart } from "@/ui/FailedPart";
import css from "./Dossier.module.css";
import { useDossier } from "./doctors";

type Schemas = components["schemas"];

/** What is doubtful about a registration, and what was decided about it so far. Doubts refuse nothing. */
export function Dossier({ doctorId }: { doctorId: number }) {
  const { t } = useTranslation("doctors", { keyPrefix: "dossier" });
  const { data, error, isValidating, mutate } = useDossier(doctorId);
  if (error)
    return (
      <div className={css.part}>
        <FailedPart text={t("failed")} error={error} busy={isValidating} onRetry={() => void mutate()} />
      </div>
    );
  if (!data) return null;
  const { odd_number, same_number, same_certificate, decisions } = data.data.dossier;
  const isDoubtful = odd_number || same_number.length > 0 || same_certificate.length > 0;
  return (
    <>
      {isDoubtful && (
        <section className={css.part} aria-label={t("doubts")}>
          <h3>{t("doubts")}</h3>
          <ul className={css.doubts}>
            {odd_number && <li>{t("oddNumber")}</li>}
            {same_number.length > 0 && <Others text={t("sameNumber")} doctors={same_number} />}
            {same_certificate.length > 0 && <Others text={t("sameCertificate")} doctors={same_certificate} />}
          </ul>
        </section>
      )}
      {decisions.length > 0 && (
        <section className={css.part} aria-label={t("history")}>
          <h3>{t("history")}</h3>
          <ol className={css.history}>
            {decisions.map((decision) => (
              <Decided key={decision.decided_at} decision={decision} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function Others({ text, doctors }: { text: string; doctors: readonly Schemas["OtherDoctor"][] }) {
  return (
    <li>
      {text}{" "}
      {doctors.map(({ id, name, reg_nbr }) => (
        <Link key={id} to={paths.doctor({ doctorId: id })}>
          {reg_nbr ? `${name} (${reg_nbr})` : name}
        </Link>
      ))}
    </li>
  );
}

function Decided({ decision }: { decision: Schemas["Decision"] }) {
  const { t } = useTranslation("doctors");
  const moment = useMoment();
  const { verified, verification_reason, decided_by_name, decided_at, reg_nbr, name } = decision;
  const how = labelled(t("reasons", { returnObjects: true }), verification_reason);
  const what = t(verified ? "statuses.verified" : "statuses.unverified");
  return (
    <li>
      <span>{how ? `${what}: ${how}` : what}</span>
      <span className="soft">{[decided_by_name, moment(decided_at), name, reg_nbr].filter(Boolean).join(" · ")}</span>
    </li>
  );
}
