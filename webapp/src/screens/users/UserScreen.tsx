import { type ComponentType, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { hasStatus } from "@/api/errors";
import { can } from "@/api/session";
import { useSession } from "@/api/useSession";
import { NotFound } from "@/app/NotFound";
import { paths, type UserTab, userTabs } from "@/app/paths";
import { labelOf } from "@/lib/format/labels";
import { formatNumber } from "@/lib/format/numbers";
import { parseRouteId } from "@/lib/format/routeIds";
import { lastListUrl } from "@/lib/list/listUrls";
import { dayOf, formatDay, formatMoment } from "@/lib/time/dates";
import { DevicesSection } from "@/screens/devices/shared/DevicesSection";
import { useDevices } from "@/screens/devices/shared/devices";
import type { RecordRef } from "@/screens/notes/shared/notes";
import { SessionsSection } from "@/screens/session/shared/SessionsSection";
import { BillingSection } from "@/screens/subscriptions/shared/BillingSection";
import { SubscriptionsSection } from "@/screens/subscriptions/shared/SubscriptionsSection";
import type { Subscription } from "@/screens/subscriptions/shared/subscriptions";
import { Detail } from "@/ui/cells/cells";
import { PhoneNumber } from "@/ui/cells/PhoneNumber";
import { StatusTag } from "@/ui/cells/StatusTag";
import { KeyFigures } from "@/ui/display/KeyFigures";
import { DetailScreen, Panel, Panels, Section } from "@/ui/layout/DetailScreen";
import { ErrorScreen } from "@/ui/layout/ErrorScreen";
import { PageSkeleton, TabSkeleton } from "@/ui/lazy/PageSkeleton";
import { TableCard } from "@/ui/list/TableCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { UserModules } from "./UserModules";
import { UserStatus } from "./UserStatus";
import { type Account, accountName, flags, subjectOf, type User, userName, useUser } from "./users";

interface Props {
  timeline: ComponentType<{ record: RecordRef }>;
}

/** One user: profile, permissions and activity (B 2). */
export function UserScreen({ timeline: Timeline }: Props) {
  const { t } = useTranslation("users");
  const id = parseRouteId(useParams().userId);
  const { data, error, failure, mutate } = useUser(id);
  const session = useSession();
  const [address] = useSearchParams();
  const tab = userTabs.find((name) => name === address.get("tab")) ?? "details";
  if (id === null || hasStatus(error, 404)) return <NotFound />;
  const parent = { text: t("title"), to: lastListUrl(paths.users()) };
  if (failure) return <ErrorScreen title={t("one")} parent={parent} {...failure} />;
  if (!data) return <PageSkeleton />;
  const { user } = data.data;
  return (
    <DetailScreen
      key={id}
      title={t("one")}
      name={userName(user)}
      record={{ kind: "user", id }}
      contact={{ phone: user.phone_number, email: user.email }}
      parent={parent}
      steps={{ list: paths.users(), addressOf: (userId) => paths.user({ userId, tab }) }}
      summary={<UserSummary user={user} subscriptions={data.data.subscriptions} />}
      tabs={userTabs.map((key) => ({ key, text: t(`tabs.${key}`), to: paths.user({ userId: id, tab: key }) }))}
      tab={tab}
    >
      {tab === "details" && <Details user={user} />}
      {tab === "billing" && (
        <>
          <SubscriptionsSection userId={id} rows={data.data.subscriptions} reload={mutate} />
          <BillingSection userId={id} />
        </>
      )}
      {tab === "devices" && (
        <>
          <DevicesSection user={{ id, name: userName(user) }} />
          {session && can(session.accountType, "super") && <SessionsSection userId={id} />}
        </>
      )}
      {tab === "timeline" && (
        <Suspense fallback={<TabSkeleton />}>
          <Timeline record={{ kind: "user", id }} />
        </Suspense>
      )}
    </DetailScreen>
  );
}

/** Key figures of a user: accounts, plan and devices. */
function UserSummary({ user, subscriptions }: { user: User; subscriptions: readonly Subscription[] }) {
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

function Details({ user }: { user: User }) {
  const { t } = useTranslation("users");
  return (
    <>
      <Panels>
        <DetailsPanel user={user} />
        <Panel title={t("modules.title")}>
          <dl>
            {flags.map((flag) => (
              <Detail key={flag} name={t(`flags.${flag}`)}>
                <StatusTag text={t(user[flag] ? "modules.on" : "modules.off")} tone={user[flag] ? "good" : "neutral"} />
              </Detail>
            ))}
          </dl>
          <UserModules user={user} />
        </Panel>
      </Panels>
      <Accounts user={user} />
    </>
  );
}

function DetailsPanel({ user }: { user: User }) {
  const { t } = useTranslation("users");
  const types = t("accountTypes", { returnObjects: true });
  const platforms = t("platforms", { returnObjects: true });
  return (
    <Panel title={t("sections.details")}>
      <dl>
        <Detail name={t("columns.id")}>{String(user.id)}</Detail>
        <Detail name={t("columns.name")}>{user.name}</Detail>
        <Detail name={t("columns.phone")}>
          <PhoneNumber number={user.phone_number} />
        </Detail>
        <Detail name={t("columns.verified")}>{user.verified_at && formatMoment(user.verified_at)}</Detail>
        <Detail name={t("columns.email")}>{user.email}</Detail>
        <Detail name={t("columns.account")}>{labelOf(types, user.account)}</Detail>
        <Detail name={t("columns.status")}>
          <UserStatus user={user} />
        </Detail>
        <Detail name={t("columns.platform")}>{labelOf(platforms, user.platform)}</Detail>
      </dl>
    </Panel>
  );
}

function Accounts({ user }: { user: User }) {
  const { t } = useTranslation("users");
  const columns: Column<Account>[] = useMemo(() => {
    const types = t("accountTypes", { returnObjects: true });
    const roles = t("roles", { returnObjects: true });
    return [
      column.link(
        ["clinic_name", "lab_name", "pharmacy_name", "doctor_name"],
        t("columns.accountName"),
        260,
        (account) => accountName(user, account),
        (account) => subjectOf(account).to,
      ),
      column.text("account_type", t("columns.type"), 150, ({ account_type }) => labelOf(types, account_type)),
      column.text("role", t("columns.role"), 130, ({ role }) => labelOf(roles, role)),
      column.text("email", t("columns.email"), 240, ({ email }) => email, { soft: true, copy: true }),
    ];
  }, [t, user]);
  const rows = useMemo(() => user.user_accounts.map((account, number) => ({ ...account, number })), [user]);
  return (
    <Section title={t("sections.accounts")}>
      <TableCard
        caption={t("sections.accounts")}
        columns={columns as Column<Account & { number: number }>[]}
        rows={rows}
        rowKey={({ number }) => number}
        empty={t("noAccounts")}
      />
    </Section>
  );
}
