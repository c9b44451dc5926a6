import { SignInScreen } from "@/screens/session/SignInScreen";
import { LanguageSelect } from "@/ui/LanguageSelect";
import { EnvironmentBadge } from "./EnvironmentBadge";
import { Mark } from "./Mark";
import css from "./SignedOut.module.css";
import { ThemeButton } from "./ThemeButton";

interface Props {
  /** Fetches what comes after it, as soon as somebody types. */
  fetchNext: () => void;
}

/** The sign-in and what belongs around it. Without Blueprint: this is what a first visit has to wait for. */
export function SignedOut({ fetchNext }: Props) {
  return (
    <div className={css.page} onInput={fetchNext}>
      <main className={css.main}>
        <Mark size={44} />
        <SignInScreen />
      </main>
      <footer className={css.settings}>
        <EnvironmentBadge />
        <LanguageSelect />
        <ThemeButton />
      </footer>
    </div>
  );
}
