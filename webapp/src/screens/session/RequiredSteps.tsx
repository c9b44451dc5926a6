import { requiredSteps } from "@/api/requiredSteps";
import { signOut } from "@/api/signOut";
import { useStore } from "@/lib/state/store";
import { ChangePassword, ConfirmPassword } from "./lazyDialogs";

/** Dialogs for steps that the server requires before a call; waiting calls continue afterwards. */
export function RequiredSteps() {
  const step = useStore(requiredSteps);
  const confirm = () => requiredSteps.settle(true);
  const refused = () => requiredSteps.settle(false);
  if (step === "newPassword")
    return <ChangePassword first={{ onSignOut: signOut }} onChanged={confirm} onClose={refused} />;
  return step === "confirmation" ? <ConfirmPassword onConfirmed={confirm} onClose={refused} /> : null;
}
