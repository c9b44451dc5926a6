import { useSyncExternalStore } from "react";
import { firstThings } from "@/api/requiredSteps";
import { signOut } from "@/api/signOut";
import { ChangePassword } from "./ChangePassword";
import { ConfirmPassword } from "./ConfirmPassword";

/** Dialogs for steps that the server requires before a call; waiting calls continue afterwards. */
export function FirstThings() {
  const wanted = useSyncExternalStore(firstThings.subscribe, firstThings.get);
  const given = () => firstThings.settle(true);
  const refused = () => firstThings.settle(false);
  if (wanted === "newPassword")
    return <ChangePassword first={{ onSignOut: signOut }} onChanged={given} onClose={refused} />;
  return wanted === "confirmation" ? <ConfirmPassword onConfirmed={given} onClose={refused} /> : null;
}
