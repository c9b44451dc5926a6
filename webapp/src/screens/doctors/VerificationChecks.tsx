import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { components } from "@/api/gen/schema";
import { paths } from "@/app/paths";
import { labelOf } from "@/lib/format/labels";
import { formatMoment } from "@/lib/time/dates";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { useVerificationChecks } from "./doctors";
import css from "./Verification.module.css";

type Schemas = components["schemas"];

/** Doubts about a registration and past decisions. Doubts never refuse anything. */
export function VerificationChecks({ doctorId }: { doctorId: number }) {
  const { t } = useTranslation("doctors", { keyPrefix: "dossier" });
  const { data, failure } = useVerificationChecks(doctorId);
  if (failure)
    return (
      <div className={css.part}>
        <ErrorState text={t("failed")} {...failure} />
      </div>
    );
  if (!data) return null;
  const { decisions } = data.data.dossier;
  return (
    <>
      <Doubts {...data.data.dossier} />
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

type DoubtsProps = Pick<Schemas["Dossier"], "odd_number" | "same_number" | "same_certificate"> & {
  /** Second instance on the page, which must not repeat the landmark. */
  again?: boolean;
};
function Doubts({ odd_number, same_number, same_certificate, again = false }: DoubtsProps) {
  const { t } = useTranslation("doctors", { keyPrefix: "dossier" });
  if (!odd_number && same_number.length + same_certificate.length === 0) return null;
  return (
    <section className={css.part} aria-label={again ? undefined : t("doubts")}>
      <h3>{t("doubts")}</h3>
      <ul className={css.doubts}>
        {odd_number && <li>{t("oddNumber")}</li>}
        {same_number.length > 0 && <Others text={t("sameNumber")} doctors={same_number} />}
        {same_certificate.length > 0 && <Others text={t("sameCertificate")} doctors={same_certificate} />}
      </ul>
    </section>
  );
}

/** Only the doubts, for the verification dialog. */
export function VerificationWarnings({ doctorId }: { doctorId: number }) {
  const { data } = useVerificationChecks(doctorId);
  return data ? <Doubts {...data.data.dossier} again /> : null;
}

function Others({ text, doctors }: { text: string; doctors: readonly Schemas["OtherDoctor"][] }) {
  return (
    <li>
      {text}{" "}
      {doctors.map(({ id, name, reg_nbr }) => (
        <Link key={id} to={paths.doctor({ doctorId: id })}>
          {name}
          {reg_nbr && (
            <>
              {" "}
              <span className={css.whole}>{`(${reg_nbr})`}</span>
            </>
          )}
        </Link>
      ))}
    </li>
  );
}

function Decided({ decision }: { decision: Schemas["Decision"] }) {
  const { t } = useTranslation("doctors");
  const { verified, verification_reason, decided_by_name, decided_at, reg_nbr, name } = decision;
  const how = labelOf(t("reasons", { returnObjects: true }), verification_reason);
  const what = t(verified ? "statuses.verified" : "statuses.unverified");
  return (
    <li>
      <span>{how ? `${what}: ${how}` : what}</span>
      <span className="soft">
        {[decided_by_name, formatMoment(decided_at), name].filter(Boolean).join(" · ")}
        {reg_nbr && (
          <>
            {" · "}
            <span className={css.whole}>{reg_nbr}</span>
          </>
        )}
      </span>
    </li>
  );
}
