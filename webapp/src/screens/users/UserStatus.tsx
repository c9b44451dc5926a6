import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { accountTypes } from "@/api/gen/constants";
import { useList } from "@/api/hooks";
import { aboutFields } from "@/api/lastChange";
import { send } from "@/api/mutation";
import { useSession } from "@/api/useSession";
import { paths } from "@/app/paths";
import { plural } from "@/lib/format/numbers";
import { useContextActions } from "@/lib/state/contextActions";
import { deleteAllDevicesRequest } from "@/screens/devices/shared/devices";
import { useUndo } from "@/ui/action/useUndo";
import { Note } from "@/ui/cells/Note";
import { toast } from "@/ui/feedback/toast";
import { useActionErrorToast } from "@/ui/feedback/useActionErrorToast";
import { ChoiceMenu } from "@/ui/input/ChoiceMenu";
import { BlockDialog } from "./BlockDialog";
import { changeUserRequest, type Status, statuses, type User, undoStatus, useReloadUser, userName } from "./users";

/** Status of the user with a menu to change it; blocking asks first (B-47). */
export function UserStatus({ user }: { user: User }) {
  const { t } = useTranslation("users", { keyPrefix: "status" });
  const { t: common } = useTranslation();
  const notice = useActionErrorToast();
  const reload = useReloadUser();
  const done = useUndo();
  const fixed = useFixed(user);
  const followUps = useOpenFollowUps(user);
  const left = followUps > 0 ? t("followUps", plural(followUps)) : undefined;
  const [asking, setAsking] = useState(false);

  async function change(user_status: Status, withDevices = false) {
    notice.dismiss();
    try {
      await send(changeUserRequest(user.id, { user_status }));
    } catch (error) {
      notice.showError(error);
      return;
    }
    const before = statuses.find((status) => status === user.status);
    const about = {
      record: userName(user),
      to: paths.user({ userId: user.id }),
      trail: { record: `user:${user.id}`, isAbout: aboutFields("user_status") },
    };
    if (before && before !== user_status)
      done(t("updated"), () => undoStatus(user.id, before, user_status), { ...about, reload });
    else toast.success(t("updated"), { record: about.record });
    // After the block, so that no device registers in between.
    if (withDevices) await send(deleteAllDevicesRequest(user.id, "")).catch(notice.showError);
    await reload();
  }
  useContextActions(
    fixed === null && user.status !== "BLOCKED"
      ? [{ text: t("block", { name: userName(user) }), run: () => setAsking(true) }]
      : [],
  );
  const names = common("statuses", { returnObjects: true });
  return (
    <>
      <ChoiceMenu
        label={t("label")}
        value={user.status}
        options={statuses.map((status) => ({ value: status, label: names[status] }))}
        disabled={fixed !== null}
        onChoose={async (status) => (status === "BLOCKED" ? setAsking(true) : change(status as Status))}
      />
      {fixed && <Note text={fixed} />}
      {left && user.status !== "ACTIVE" && (
        <>
          <Note text={left} />
          <Link to={paths.followUps({ scope: "unattended" })}>{t("openFollowUps")}</Link>
        </>
      )}
      {asking && (
        <BlockDialog
          user={user}
          note={left}
          onBlock={(withDevices) => {
            setAsking(false);
            void change("BLOCKED", withDevices);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Number of open follow-ups of a member of staff, which nobody does after the status changes. */
function useOpenFollowUps(user: User): number {
  const isStaff = user.user_accounts.some(({ account_type }) =>
    (accountTypes as readonly string[]).includes(account_type),
  );
  return useList("/careops/follow_ups", isStaff ? { query: { owner: user.id, perpage: 1 } } : null, "follow_ups").total;
}

/** Reason why the current user cannot change the status; null if they can. */
function useFixed(user: User): string | null {
  const { t } = useTranslation("users", { keyPrefix: "status" });
  const session = useSession();
  if (session?.user.id === user.id) return t("yourself");
  const isSuper = user.user_accounts.some(({ account_type }) => account_type === "super_admin");
  return isSuper && session?.accountType !== "super_admin" ? t("supersOnly") : null;
}
