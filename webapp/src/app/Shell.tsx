import "@/styles/blueprint.css";
import "@/styles/adapted.css";
import { type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { CallCache } from "@/api/SwrProvider";
import type { Session } from "@/api/session";
import { guardImports } from "@/lib/fetchFirst";
import { useLater } from "@/lib/useAfterFirstLoad";
import { RecentNav } from "@/screens/recents/shared/RecentNav";
import { RecentsFrame } from "@/screens/recents/shared/RecentsProvider";
import { FirstThings } from "@/screens/session/RequiredSteps";
import { Lists } from "@/screens/views/shared/ListLayoutProvider";
import { FormFrameContext } from "@/ui/formContext";
import { lazyPart } from "@/ui/lazyPart";
import { PageSkeleton } from "@/ui/PageSkeleton";
import { SideDrawer } from "@/ui/SideDrawer";
import { Crash } from "./ErrorBoundary";
import { Palette, PaletteResults } from "./palette/Palette";
import { typeAhead } from "./palette/typeAhead";
import type { Screen } from "./routeConfig";
import css from "./Shell.module.css";
import { placesOf, SideNav } from "./SideNav";
import { Shortcuts } from "./shortcuts/Shortcuts";
import { SendingAsCommand } from "./snippets/FormSnippetButton";
import { TopBar } from "./TopBar";
import { NewVersion } from "./UpdatePrompt";

const Alarms = lazyPart(
  () => import("./Alarms"),
  ["alarms"],
  (area) => area.Alarms,
  "optional",
);

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
  const later = useLater();
  useEffect(() => {
    // A failed fetch is repeated when the palette opens.
    if (later) PaletteResults.fetch().catch(() => undefined);
  }, [later]);
  useEffect(guardImports, []);
  const openPalette = useCallback(() => {
    typeAhead.start();
    setPalette(true);
  }, []);
  const places = placesOf(session.accountType, screens).map(({ path, nav, starts }) => ({
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
    <RecentsFrame>
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
      <FirstThings />
      <NewVersion />
      <main id="content" tabIndex={-1} className={css.content}>
        <CallCache>
          {later && session.accountType === "super_admin" && <Alarms />}
          <Lists>
            <Crash at={pathname}>
              <FormFrameContext value={SendingAsCommand}>
                <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
              </FormFrameContext>
            </Crash>
          </Lists>
        </CallCache>
      </main>
    </RecentsFrame>
  );
}
