import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { can } from "@/api/session";
import { useSession } from "@/api/useSession";
import { Copy } from "@/ui/Copy";
import { useActionErrorToast } from "@/ui/useActionErrorToast";
import css from "./AccountNumber.module.css";

/** Time in milliseconds for which the whole number is visible; another person may look at the screen next. */
const shownMs = 30_000;

/**
 * Account number of a clinic: its last four digits and, for billing admins, a button that shows it whole. Each access
 * is an audit event of the clinic, so the number is requested only on click.
 */
export function AccountNumber({ clinicId, ending }: { clinicId: number; ending: string }) {
  const { t } = useTranslation("clinics", { keyPrefix: "bank" });
  const session = useSession();
  const [whole, setWhole] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(false);
  const failure = useActionErrorToast();
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  useEffect(() => {
    if (whole === null) return;
    const timer = setTimeout(() => setWhole(null), shownMs);
    return () => clearTimeout(timer);
  }, [whole]);

  async function show() {
    setWaiting(true);
    failure.dismiss();
    try {
      const { data } = await api.get("/careops/clinics/{clinic_id}/account_number", { path: { clinic_id: clinicId } });
      if (here.current) setWhole(data.account_no);
    } catch (error) {
      if (here.current) failure.showError(error);
    } finally {
      if (here.current) setWaiting(false);
    }
  }
  function toggle() {
    if (whole !== null) setWhole(null);
    else if (!waiting) void show();
  }
  return (
    <span className={css.number}>
      <span aria-live="polite">{whole ?? ending}</span>
      {whole !== null && <Copy value={whole} />}
      {session && can(session.accountType, "billing") && (
        <button
          type="button"
          className="quiet"
          aria-label={whole === null ? t("showNumber") : t("hideNumber")}
          aria-disabled={waiting}
          onClick={toggle}
        >
          {whole === null ? t("show") : t("hide")}
        </button>
      )}
    </span>
  );
}
