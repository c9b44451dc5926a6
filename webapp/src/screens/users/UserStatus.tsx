import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "@/api/useSession";
import { useOnce } from "@/lib/useOnce";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Note } from "@/ui/cells/Note";
import { InlineSelect } from "@/ui/fields/InlineSelect";
import { notify } from "@/ui/notify";
import { useFailureNotice } from "@/ui/useFailureNotice";
import { changeUser, nameOf, type Status, statuses, type User, useReloadUser } from "./users";

/** The user's status and the dropdown that changes it; blocking is asked about (B-47). */
export function UserStatus({ user }: { user: User }) {
  const { t } = useTranslation("users", { keyPrefix: "status" });
  const { t: common } = useTranslation();
  const notice = useFailureNotice();
  const reload = useReloadUser();
  const fixed = useFixed(user);
  const [asking, setAsking] = useState(false);

  const change = useOnce(async (user_status: Status) => {
    notice.forget();
    try {
      await changeUser(user.id, { user_status });
    } catch (error) {
      notice.fail(error);
      return;
    }
    notify.success(t("updated"));
    await reload();
  });
  const names = common("statuses", { returnObjects: true });
  return (
    <>
      <InlineSelect
        label={t("label")}
        value={user.status}
        options={statuses.map((status) => ({ value: status, label: names[status] }))}
        disabled={fixed !== null}
        busy={change.busy}
        onChange={(status) => (status === "BLOCKED" ? setAsking(true) : void change.run(status as Status))}
      />
      {fixed && <Note text={fixed} />}
      {asking && (
        <ConfirmDialog
          title={t("blockTitle", { name: nameOf(user) })}
          intent="danger"
          sends={() => changeUser(user.id, { user_status: "BLOCKED" })}
          onYes={() => {
            setAsking(false);
            void change.run("BLOCKED");
          }}
          onNo={() => setAsking(false)}
        >
          {t("blockAsk")}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Why the status cannot be changed by whoever is signed in; null when it can. */
function useFixed(user: User): string | null {
  const { t } = useTranslation("users", { keyPrefix: "status" });
  const session = useSession();
  if (session?.user.id === user.id) return t("yourself");
  const isSuper = user.user_accounts.some(({ account_type }) => account_type === "super_admin");
  return isSuper && session?.accountType !== "super_admin" ? t("supersOnly") : null;
}
