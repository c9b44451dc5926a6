import "@/styles/index.css";
// Before anything that imports on demand.
import "@/lib/fetchFirst";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/App";
import { i18n, i18nReady } from "@/i18n";
import { storedLanguage } from "@/i18n/languages";
import { watchStyles } from "@/lib/failedStyles";
import { notify } from "@/ui/notify";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
watchStyles();
await i18nReady;
if (i18n.exists("brand")) {
  if (i18n.language !== storedLanguage()) notify.error(i18n.t("languageFailed"));
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
// Not one text came: better this than the names of texts.
else root.textContent = "Careops could not be loaded. Please reload the page.";
