import { useTranslation } from "react-i18next";
import { useSession } from "@/api/useSession";
import { paths } from "@/app/paths";
import { lastListUrl } from "@/lib/list/listUrls";
import { Breadcrumb } from "@/ui/layout/Breadcrumb";
import { ErrorScreen } from "@/ui/layout/ErrorScreen";
import { Page } from "@/ui/layout/Page";
import { PageSkeleton } from "@/ui/lazy/PageSkeleton";
import { FreezeSection } from "./FreezeSection";
import { PolicySection } from "./PolicySection";
import { usePoliciesAndFreezes, useRefreshPolicies } from "./shared/policies";

/** Approval policies and freeze periods of change requests. Staff read them; super admins change them. */
export function PoliciesScreen() {
  const { t } = useTranslation("changeRequests");
  const { policies, freezes } = usePoliciesAndFreezes();
  const refresh = useRefreshPolicies();
  const isEditable = useSession()?.accountType === "super_admin";
  const title = t("policies.title");
  const parent = { text: t("title"), to: lastListUrl(paths.changeRequests()) };
  if (!policies.data || !freezes.data) {
    const error = policies.error ?? freezes.error;
    if (!error) return <PageSkeleton />;
    const busy = policies.isValidating || freezes.isValidating;
    return <ErrorScreen title={title} parent={parent} error={error} busy={busy} onRetry={() => void refresh()} />;
  }
  return (
    <Page title={title} above={<Breadcrumb parent={parent} name={title} />} live>
      <p className="soft">{t(isEditable ? "policies.about" : "policies.aboutReadOnly")}</p>
      <PolicySection policies={policies.data.data.policies} isEditable={isEditable} />
      <FreezeSection periods={freezes.data.data.periods} isEditable={isEditable} />
    </Page>
  );
}
