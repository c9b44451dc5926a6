import { Component, type ReactNode } from "react";
import { i18n } from "@/i18n";
import css from "./NotFound.module.css";

/** The last net: a screen that broke, or whose code could not be loaded. The console around it is started anew. */
export class Crash extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main className={css.page} role="alert">
        <h1>{i18n.t("crash.title")}</h1>
        <button type="button" className="button" onClick={() => location.reload()}>
          {i18n.t("crash.reload")}
        </button>
      </main>
    );
  }
}
