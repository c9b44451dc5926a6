import { useSyncExternalStore } from "react";
import { requiredSteps } from "@/api/requiredSteps";
import { signOut } from "@/api/signOut";
import { ChangePassword } from "./ChangePassword";
import { ConfirmPassword } from "./ConfirmPassword";

/** Dialogs for steps that the server requires before a call; waiting calls continue afterwards. */
export function RequiredSteps() {
  const wanted = useSyncExternalStore(requiredSteps.subscribe, requiredSteps.get);
  const given = () => requiredSteps.settle(true);
  const refused = () => requiredSteps.settle(false);
  if (wanted === "newPassword")
    return <ChangePassword first={{ onSignOut: signOut }} onChanged={given} onClose={refused} />;
  return wanted === "confirmation" ? <ConfirmPassword onConfirmed={given} onClose={refused} /> : null;
}
