import { Component, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

/**
 * Display of a part that failed: a message with Retry in its `place`, a small `dialog` with Retry and Close, or
 * nothing for an `optional` part.
 */
export type OnFailure = "place" | "dialog" | "optional";

interface Props {
  onFailure: OnFailure;
  /** Prepare the next attempt. */
  retry: () => Promise<void>;
  /** For a dialog. */
  onClose?: (() => void) | undefined;
  children: () => ReactNode;
}

/** The chunk or the texts of a part did not load. */
export class LoadFailed extends Error {
  override name = "LoadFailed";
}

/** Reason for the failure: the part did not load, or threw while rendering. */
type Failure = "load" | "draw";

/**
 * Error boundary of a part that loads separately; it reports whether loading or rendering failed. Retry, a new mount
 * and, after a loading failure, a returning network try again.
 */
export class LoadBoundary extends Component<Props, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null };
  #mounted = false;
  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: error instanceof LoadFailed ? "load" : "draw" };
  }
  override componentDidMount() {
    this.#mounted = true;
    addEventListener("online", this.retryLoading);
  }
  override componentWillUnmount() {
    this.#mounted = false;
    removeEventListener("online", this.retryLoading);
    // Otherwise the next mount would fail at once without a new attempt.
    if (this.state.failure) void this.props.retry();
  }
  retry = async () => {
    if (!this.state.failure) return;
    await this.props.retry();
    if (this.#mounted) this.setState({ failure: null });
  };
  retryLoading = () => {
    if (this.state.failure === "load") void this.retry();
  };
  override render() {
    const { onFailure, onClose, children } = this.props;
    const { failure } = this.state;
    if (!failure) return children();
    // Leave out an optional part. React logs the error.
    if (onFailure === "optional") return null;
    if (onFailure === "dialog" && onClose)
      return <FailedDialog failure={failure} onRetry={this.retry} onClose={onClose} />;
    return <FailedPlace failure={failure} onRetry={this.retry} />;
  }
}

interface FailedProps {
  failure: Failure;
  onRetry: () => void;
}
function FailedPlace({ failure, onRetry }: FailedProps) {
  const { t } = useTranslation();
  return (
    <div className="failed" role="alert">
      <p>{t(`${failure}Failed`)}</p>
      <button type="button" className="button" onClick={onRetry}>
        {t("retry")}
      </button>
    </div>
  );
}

/** A native dialog, because the components of our own dialogs may be the ones that failed to load. */
function FailedDialog({ failure, onRetry, onClose }: FailedProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const text = t(`${failure}Failed`);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} role="alertdialog" className="failed" aria-label={text} onClose={onClose}>
      <p>{text}</p>
      <button type="button" className="button" onClick={onRetry}>
        {t("retry")}
      </button>
      <button type="button" className="quiet" onClick={onClose}>
        {t("close")}
      </button>
    </dialog>
  );
}
