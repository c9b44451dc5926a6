import "@/styles/index.css";
// Must be first, before any module with dynamic imports.
import "@/lib/browser/fetchFirst";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { can, session } from "@/api/session";
import { App } from "@/app/App";
import { fetchScreen, readScreenAhead } from "@/app/routes";
import { i18n, i18nReady } from "@/i18n";
import { storedLanguage } from "@/i18n/languages";
import { watchStyles } from "@/lib/browser/failedStyles";
import { toast } from "@/ui/feedback/toast";
import { hideForeignKeyReleases } from "@/ui/menu/keyReleases";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
watchStyles();
hideForeignKeyReleases();
void start(root);

/** A function, because other chunks import this module: awaited at the top, they would wait for each other. */
async function start(root: HTMLElement) {
  await i18nReady;
  if (!i18n.exists("brand")) {
    // No texts loaded: this message is better than raw text keys.
    root.textContent = "Careops could not be loaded. Please reload the page.";
    return;
  }
  const signedIn = session.get();
  if (signedIn) {
    readScreenAhead(location.pathname, (access) => can(signedIn.accountType, access));
    await fetchScreen(location.pathname);
  }
  if (i18n.language !== storedLanguage()) toast.error(i18n.t("languageFailed"));
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
