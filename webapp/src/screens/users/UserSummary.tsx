import { useTranslation } from "react-i18next";
import { paths, type UserTab } from "@/app/paths";
import { formatNumber } from "@/lib/format/numbers";
import { dayOf, formatDay } from "@/lib/time/dates";
import { useDevices } from "@/screens/devices/shared/devices";
import type { Subscription } from "@/screens/subscriptions/shared/subscriptions";
import { KeyFigures } from "@/ui/display/KeyFigures";
import type { User } from "./users";

/** Key figures of a user: accounts, plan and devices. */
export function UserSummary({ user, subscriptions }: { user: User; subscriptions: readonly Subscription[] }) {
  const { t } = useTranslation("users", { keyPrefix: "summary" });
  const to = (tab: UserTab) => paths.user({ userId: user.id, tab });
  const devices = useDevices(user.id, { page: 1, perpage: 1 }, "");
  const plan = subscriptions.find(({ billing_subscription_status }) => billing_subscription_status === "active");
  return (
    <KeyFigures
      figures={[
        { text: t("accounts"), to: to("details"), value: formatNumber(user.user_accounts.length) },
        {
          text: t("plan"),
          to: to("billing"),
          value: plan ? (plan.plan?.name ?? "-") : t("noPlan"),
          note: plan?.expire_by && <small>{t("until", { day: formatDay(dayOf(plan.expire_by)) })}</small>,
        },
        {
          text: t("devices"),
          to: to("devices"),
          value: devices.rows ? (devices.error ? "-" : formatNumber(devices.total)) : undefined,
        },
      ]}
    />
  );
}
