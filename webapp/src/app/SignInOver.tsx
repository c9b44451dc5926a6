import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { type Session, session } from "@/api/session";
import { SignInScreen } from "@/screens/session/SignInScreen";
import { Mark } from "./Mark";
import { paths } from "./paths";
import css from "./SignedOut.module.css";

/**
 * The sign-in over a half-filled form whose session has ended by force. It covers everything, and nothing below it can
 * be reached. The same person goes on where they were; whoever else signs in begins at the clinics with nothing.
 */
export function SignInOver({ user }: Pick<Session, "user">) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
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
      aria-label={t("unauthorized.title")}
      onCancel={(event) => event.preventDefault()}
      // Some browsers close it all the same when Escape is pressed twice.
      onClose={() => dialog.current?.showModal()}
    >
      <div className={css.page}>
        <div className={css.main}>
          <Mark size={44} />
          <div role="alert" className={css.why}>
            <p>
              <strong>{t("unauthorized.title")}</strong> {t("unauthorized.text")}
            </p>
            <p>{t("signInAgain.text", { name: user.name })}</p>
          </div>
          <SignInScreen />
        </div>
        <button type="button" className={css.giveUp} onClick={session.giveUp}>
          {t("signInAgain.giveUp")}
        </button>
      </div>
    </dialog>
  );
}
