import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { BrowserRouter, Navigate, Route, Routes, useParams } from "react-router";
import { can, session } from "@/api/session";
import { useAwaited, useSession } from "@/api/useSession";
import { Toaster } from "@/ui/feedback/Toaster";
import { dismissAll, toast } from "@/ui/feedback/toast";
import { ErrorBoundary } from "./ErrorBoundary";
import { NotFound } from "./NotFound";
import { paths } from "./paths";
import { ReauthDialog } from "./ReauthDialog";
import type { Screen } from "./routeConfig";
import { fetchScreen, Shell, screens } from "./routes";
import { SignedOutPage } from "./SignedOutPage";

/** The whole console: one route for the sign-in, one per screen of the table, and not-found for all other addresses. */
export function App() {
  useSessionEndings();
  return (
    <ErrorBoundary>
      <BrowserRouter useTransitions={false}>
        <Toaster />
        {/* Empty, because a skeleton would load Blueprint on the sign-in page. */}
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
    </ErrorBoundary>
  );
}

function Home() {
  return useSession() ? (
    <Navigate to={paths.clinics()} replace />
  ) : (
    <SignedOutPage fetchNext={() => void fetchScreen(paths.clinics())} />
  );
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
          <ReauthDialog user={shown.user} />
        </Suspense>
      )}
    </>
  );
}

/** A signed-in user keeps the navigation. */
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
 * Announce once why the session ended, in the language of its user. Clear all other notifications of that user, and
 * clear this one after the next sign-in.
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
        // The sign-in over a form announces this itself.
        if (ending === "unauthorized" && !session.awaited())
          toast.error(t("unauthorized.text"), { title: t("unauthorized.title") });
        if (ending === "invalidToken") toast.error(t("invalidToken"));
      }),
    [t],
  );
}
