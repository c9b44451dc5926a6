import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { BrowserRouter, Navigate, Route, Routes, useParams } from "react-router";
import { can, session } from "@/api/session";
import { useAwaited, useSession } from "@/api/useSession";
import { Notices } from "@/ui/Notices";
import { dismissAll, notify } from "@/ui/notify";
import { Crash } from "./Crash";
import { NotFound } from "./NotFound";
import { paths } from "./paths";
import { fetchFirst, Shell, screens } from "./routes";
import { SignedOut } from "./SignedOut";
import { SignInOver } from "./SignInOver";
import type { Screen } from "./screen";

/** The whole console: one route for the sign-in, one for every screen of the table, and not-found for the rest. */
export function App() {
  useSessionEndings();
  return (
    <Crash>
      <BrowserRouter useTransitions={false}>
        <Notices />
        {/* Empty: a skeleton here would bring Blueprint to the sign-in. */}
        <Suspense fallback={null}>
          <Routes>
            <Route path={paths.home()} element={<Home />} />
            {screens.map((screen) => (
              <Route key={screen.path} path={screen.path} caseSensitive element={<Guarded screen={screen} />} />
            ))}
            <Route path="*" element={<Nowhere />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </Crash>
  );
}

function Home() {
  return useSession() ? <Navigate to={paths.clinics()} replace /> : <SignedOut fetchNext={fetchFirst} />;
}

function Guarded({ screen }: { screen: Screen }) {
  const current = useSession();
  const awaited = useAwaited();
  const shown = current ?? awaited;
  const { tab } = useParams();
  if (screen.tabs && !screen.tabs.includes(tab ?? "")) return <Nowhere />;
  if (!shown) return <Navigate to={paths.home()} replace />;
  if (!can(shown.accountType, screen.access)) return <Nowhere />;
  return (
    <>
      <Shell key={shown.user.id} session={shown} screens={screens}>
        <screen.screen />
      </Shell>
      {!current && (
        <Suspense>
          <SignInOver user={shown.user} />
        </Suspense>
      )}
    </>
  );
}

/** Whoever is signed in keeps the navigation. */
function Nowhere() {
  const current = useSession();
  if (!current)
    return (
      <main>
        <NotFound />
      </main>
    );
  return (
    <Shell session={current} screens={screens}>
      <NotFound />
    </Shell>
  );
}

/**
 * Says why the session ended, once, in the language of the one it ended for.
 * Nothing else that was said to its user is left, and nothing of that either once somebody signs in.
 */
function useSessionEndings() {
  const { t } = useTranslation();
  const user = useSession()?.user.id;
  useEffect(() => {
    if (user !== undefined) dismissAll();
  }, [user]);
  useEffect(
    () =>
      session.onEnd((ending) => {
        dismissAll();
        // The sign-in that lies over the form says it itself.
        if (ending === "unauthorized" && !session.awaited())
          notify.error(t("unauthorized.text"), { title: t("unauthorized.title") });
        if (ending === "invalidToken") notify.error(t("invalidToken"));
      }),
    [t],
  );
}
