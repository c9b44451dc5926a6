import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { can } from "@/api/session";
import { useSession } from "@/api/useSession";
import { useIsMounted } from "@/lib/hooks/useIsMounted";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { Copy } from "@/ui/display/Copy";
import { useActionErrorToast } from "@/ui/feedback/useActionErrorToast";
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
  const [number, setNumber] = useState<string | null>(null);
  const failure = useActionErrorToast();
  const isMounted = useIsMounted();
  useEffect(() => {
    if (number === null) return;
    const timer = setTimeout(() => setNumber(null), shownMs);
    return () => clearTimeout(timer);
  }, [number]);

  const { run: show, busy } = useSingleFlight(async () => {
    failure.dismiss();
    try {
      const { data } = await api.get("/careops/clinics/{clinic_id}/account_number", { path: { clinic_id: clinicId } });
      if (isMounted()) setNumber(data.account_no);
    } catch (error) {
      if (isMounted()) failure.showError(error);
    }
  });
  function toggle() {
    if (number !== null) setNumber(null);
    else void show();
  }
  return (
    <span className={css.number}>
      <span aria-live="polite">{number ?? ending}</span>
      {number !== null && <Copy value={number} />}
      {session && can(session.accountType, "billing") && (
        <button
          type="button"
          className="quiet"
          aria-label={number === null ? t("showNumber") : t("hideNumber")}
          aria-disabled={busy}
          onClick={toggle}
        >
          {number === null ? t("show") : t("hide")}
        </button>
      )}
    </span>
  );
}
