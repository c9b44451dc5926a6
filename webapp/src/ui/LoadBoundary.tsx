import { Component, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

/**
 * What is shown of a part that failed: a message with Retry in its `place`, a small `dialog` with Retry and Close, or
 * nothing because the part is `optional`.
 */
export type OnFailure = "place" | "dialog" | "optional";

interface Props {
  onFailure: OnFailure;
  /** Prepares the next attempt. */
  retry: () => Promise<void>;
  /** Of a dialog. */
  onClose?: (() => void) | undefined;
  children: () => ReactNode;
}

/** The file or the texts of a part did not load. */
export class LoadFailed extends Error {
  override name = "LoadFailed";
}

/** Why a part is not shown: it did not load, or it loaded and threw an error while it was drawn. */
type Failure = "load" | "draw";

/**
 * Keeps a part that failed to load or to draw from taking down what is around it, and reports which of the two it was.
 * It is tried again by Retry and whenever it is drawn for the first time in another place; one that did not load also
 * when the network is back.
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
    // Without this the next one to be drawn would fail at once, unasked.
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
    // A small thing beside others is left out. React logs an error in it.
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

/** A native dialog: the parts that ours are made of may be what failed to load. */
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
