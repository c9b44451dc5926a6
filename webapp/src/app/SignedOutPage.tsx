import { SignInScreen } from "@/screens/session/SignInScreen";
import { LanguageSelect } from "@/ui/input/LanguageSelect";
import { EnvironmentBadge } from "./EnvironmentBadge";
import { Logo } from "./Logo";
import css from "./SignedOutPage.module.css";
import { ThemeButton } from "./ThemeButton";

interface Props {
  /** Fetch the code of the next screen as soon as the user types. */
  fetchNext: () => void;
}

/** The sign-in and its frame, without Blueprint because it delays the first visit. */
export function SignedOutPage({ fetchNext }: Props) {
  return (
    <div className={css.page} onInput={fetchNext}>
      <main className={css.main}>
        <Logo size={44} />
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
