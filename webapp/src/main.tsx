import "@/styles/index.css";
// Must be first, before any module with dynamic imports.
import "@/lib/fetchFirst";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/App";
import { i18n, i18nReady } from "@/i18n";
import { storedLanguage } from "@/i18n/languages";
import { watchStyles } from "@/lib/failedStyles";
import { toast } from "@/ui/toast";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
watchStyles();
await i18nReady;
if (i18n.exists("brand")) {
  if (i18n.language !== storedLanguage()) toast.error(i18n.t("languageFailed"));
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
// No texts loaded: this message is better than raw text keys.
else root.textContent = "Careops could not be loaded. Please reload the page.";
