import { Component, type ReactNode } from "react";
import { i18n } from "@/i18n";
import css from "./NotFound.module.css";

interface Props {
  /** Address of the content. */
  at?: string;
  children: ReactNode;
}

/** Outermost error boundary: a screen that crashed or whose code failed to load. The frame around it stays. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  /** Try again when the address changes. */
  override componentDidUpdate(before: Props) {
    if (this.state.broken && before.at !== this.props.at) this.setState({ broken: false });
  }
  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className={css.page} role="alert">
        <h1>{i18n.t("crash.title")}</h1>
        <button type="button" className="button" onClick={() => location.reload()}>
          {i18n.t("crash.reload")}
        </button>
      </div>
    );
  }
}
