import { useSyncExternalStore } from "react";
import { firstThings } from "@/api/first";
import { signOut } from "@/api/signOut";
import { ChangePassword } from "./ChangePassword";
import { ConfirmPassword } from "./ConfirmPassword";

/** Asks for what the server wants first; the calls that wait for it go on when it is given. */
export function FirstThings() {
  const wanted = useSyncExternalStore(firstThings.subscribe, firstThings.get);
  const given = () => firstThings.settle(true);
  const refused = () => firstThings.settle(false);
  if (wanted === "newPassword")
    return <ChangePassword first={{ onSignOut: signOut }} onChanged={given} onClose={refused} />;
  return wanted === "confirmation" ? <ConfirmPassword onConfirmed={given} onClose={refused} /> : null;
}
