import "@/styles/blueprint.css";
import "@/styles/shared.css";
import "@/styles/adapted.css";
import { type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { SwrProvider } from "@/api/SwrProvider";
import type { Session } from "@/api/session";
import { guardImports } from "@/lib/browser/fetchFirst";
import { serverMessageTexts } from "@/lib/errors/serverMessageTexts";
import { useAfterFirstLoad } from "@/lib/hooks/useAfterFirstLoad";
import { RecentNav } from "@/screens/recents/shared/RecentNav";
import { RecentsProvider } from "@/screens/recents/shared/RecentsProvider";
import { RequiredSteps } from "@/screens/session/RequiredSteps";
import { HeldItemBar } from "@/screens/today/shared/HeldItemBar";
import { ListLayoutProvider } from "@/screens/views/shared/ListLayoutProvider";
import { PendingProposal } from "@/ui/action/PendingProposal";
import { UndoDialog } from "@/ui/action/UndoDialog";
import { FormToolContext } from "@/ui/context/formContext";
import { PolicyNoticeContext, ProposalContext } from "@/ui/context/proposalContext";
import { RecordPartsContext, type ShownRecord } from "@/ui/context/recordContext";
import { SideDrawer } from "@/ui/dialog/SideDrawer";
import { lazyPart } from "@/ui/lazy/lazyPart";
import { PageSkeleton } from "@/ui/lazy/PageSkeleton";
import { useFetchLater } from "@/ui/lazy/useFetchLater";
import { ErrorBoundary } from "./ErrorBoundary";
import { Palette, PaletteResults } from "./palette/Palette";
import { typeAhead } from "./palette/typeAhead";
import type { Screen } from "./routeConfig";
import css from "./Shell.module.css";
import { navItems, SideNav } from "./SideNav";
import { Shortcuts } from "./shortcuts/Shortcuts";
import { FormSnippetButton } from "./snippets/FormSnippetButton";
import { TopBar } from "./TopBar";
import { UpdatePrompt } from "./UpdatePrompt";

const Alarms = lazyPart(() => import("./Alarms"), ["alarms"], "Alarms", "optional");
const CountsReader = lazyPart(
  () => import("@/screens/today/shared/CountsReader"),
  // The top bar shows texts of Today once it has the counts.
  ["today"],
  "CountsReader",
  "optional",
);

const ProposeDialog = lazyPart(
  () => import("@/screens/changeRequests/shared/ProposeDialog"),
  ["changeRequests", "audit"],
  "ProposeDialog",
  "dialog",
);
const PolicyNotice = lazyPart(
  () => import("@/screens/changeRequests/shared/PolicyNotice"),
  ["changeRequests"],
  "PolicyNotice",
  "optional",
);
const OpenFollowUps = lazyPart(
  () => import("@/screens/followUps/shared/OpenFollowUps"),
  ["followUps"],
  "OpenFollowUps",
  "optional",
);
const OpenRequests = lazyPart(
  () => import("@/screens/changeRequests/shared/OpenRequests"),
  ["changeRequests"],
  "OpenRequests",
  "optional",
);

/** What waits on the record on screen: follow-ups and change requests. */
function RecordNotices({ record }: { record: ShownRecord }) {
  return (
    <>
      <OpenFollowUps record={record} />
      <OpenRequests record={record} />
    </>
  );
}
const HereNow = lazyPart(() => import("@/screens/presence/shared/HereNow"), ["presence"], "HereNow", "optional");
const RecordActions = lazyPart(
  () => import("@/screens/followUps/shared/RecordActions"),
  ["followUps", "notes"],
  "RecordActions",
  "optional",
);
const recordParts = { Actions: RecordActions, Presence: HereNow, Notice: RecordNotices };

interface Props {
  session: Session;
  /** Passed to the navigation, which cannot import the table because the table imports it. */
  screens: readonly Screen[];
  children: ReactNode;
}

/** Frame around every screen: skip link, top bar, side navigation (a drawer on small screens) and the screen. */
export function Shell({ session, screens, children }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [drawer, setDrawer] = useState(false);
  const [keys, setKeys] = useState(false);
  const [palette, setPalette] = useState(false);
  const later = useAfterFirstLoad();
  useFetchLater(PaletteResults);
  useFetchLater(serverMessageTexts);
  useEffect(guardImports, []);
  const openPalette = useCallback(() => {
    typeAhead.start();
    setPalette(true);
  }, []);
  const places = navItems(session.accountType, screens).map(({ path, nav, starts }) => ({
    to: path,
    label: nav.label,
    name: t(`nav.entries.${nav.label}`),
    icon: nav.icon,
    ...(starts && { starts }),
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: run only when the screen changes
  useEffect(() => {
    setDrawer(false);
    scrollTo(0, 0);
  }, [pathname]);
  return (
    <RecentsProvider>
      <SwrProvider>
        <a href="#content" className={css.skip}>
          {t("skip")}
        </a>
        <TopBar
          session={session}
          drawer={drawer}
          onDrawer={() => setDrawer(true)}
          onSearch={openPalette}
          onKeys={() => setKeys(true)}
        />
        <aside className={css.side}>
          <SideNav accountType={session.accountType} screens={screens} />
          <RecentNav />
        </aside>
        {drawer && (
          <SideDrawer label={t("nav.label")} onClose={() => setDrawer(false)}>
            <SideNav accountType={session.accountType} screens={screens} />
            <RecentNav />
          </SideDrawer>
        )}
        {palette && <Palette account={session.accountType} places={places} onClose={() => setPalette(false)} />}
        <Shortcuts places={places} sheet={keys} onSheet={setKeys} onPalette={openPalette} />
        <RequiredSteps />
        <UpdatePrompt />
        {later && <CountsReader />}
        <main id="content" tabIndex={-1} className={css.content}>
          {later && session.accountType === "super_admin" && <Alarms />}
          <HeldItemBar />
          <ListLayoutProvider>
            <ErrorBoundary at={pathname}>
              <FormToolContext value={FormSnippetButton}>
                <ProposalContext value={ProposeDialog}>
                  <PolicyNoticeContext value={PolicyNotice}>
                    <RecordPartsContext value={recordParts}>
                      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
                      <PendingProposal />
                      <UndoDialog />
                    </RecordPartsContext>
                  </PolicyNoticeContext>
                </ProposalContext>
              </FormToolContext>
            </ErrorBoundary>
          </ListLayoutProvider>
        </main>
      </SwrProvider>
    </RecentsProvider>
  );
}
