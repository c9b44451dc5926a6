import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { type Session, session } from "@/api/session";
import { SignInScreen } from "@/screens/session/SignInScreen";
import { Logo } from "./Logo";
import { paths } from "./paths";
import css from "./SignedOutPage.module.css";

/**
 * Sign-in on top of a form with input whose session ended by force. It is modal and covers the whole page. The same
 * user continues with the form; another user starts at the clinics without it.
 */
export function ReauthDialog({ user }: Pick<Session, "user">) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // Not a field, so that keys typed for the form behind are not typed into it.
    dialog.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(
    () =>
      session.subscribe(() => {
        const now = session.get();
        if (now && now.user.id !== user.id) navigate(paths.clinics(), { replace: true });
      }),
    [user.id, navigate],
  );
  return (
    <dialog
      ref={dialog}
      className={css.over}
      aria-label={t("signInAgain.title")}
      tabIndex={-1}
      onCancel={(event) => event.preventDefault()}
      // Some browsers close the dialog when Escape is pressed twice.
      onClose={() => dialog.current?.showModal()}
    >
      <div className={css.page}>
        <div className={css.main}>
          <Logo size={44} />
          <div role="alert" className={css.why}>
            <p>
              <strong>{t("signInAgain.title")}</strong>
            </p>
            <p>{t("signInAgain.text", { name: user.name })}</p>
          </div>
          <SignInScreen knownPhone={user.phone_number} />
        </div>
        <button type="button" className={css.giveUp} onClick={session.giveUp}>
          {t("signInAgain.giveUp")}
        </button>
      </div>
    </dialog>
  );
}
