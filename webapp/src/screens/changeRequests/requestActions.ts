import type { ComponentType } from "react";
import type changeRequests from "@/i18n/en/changeRequests.json";
import { ApplyDialog, CloseDialog, TakeOverDialog } from "./questions";
import { ApproveDialog, ObjectDialog } from "./ReviewDialog";
import type { ChangeRequestDetail } from "./shared/changeRequests";

export interface DialogProps {
  detail: ChangeRequestDetail;
  onClose: () => void;
}
/** Action of a request: a button in the head of its page, and the dialog that it opens. */
export interface RequestAction {
  name: keyof (typeof changeRequests)["actions"];
  isMain?: boolean;
  isDestructive?: boolean;
  /** Decides whether the user may do this in the present state. */
  isOffered: (detail: ChangeRequestDetail, me: number) => boolean;
  /** The button is disabled; the obstacles of the page say why. */
  isBlocked?: (detail: ChangeRequestDetail) => boolean;
  Dialog: ComponentType<DialogProps>;
}

const isOpenForReview = ({ request }: ChangeRequestDetail, me: number) =>
  request.status === "open" && request.author_id !== me;
const verdictOf = ({ request, reviews }: ChangeRequestDetail, me: number) =>
  reviews.find(({ user_id, revision }) => user_id === me && revision === request.revision)?.verdict;
/** True while a job applies the request. A run that ended early has the label `interrupted`. */
const isRunning = ({ request, labels }: ChangeRequestDetail) =>
  request.status === "applying" && !labels.includes("interrupted");
const isOver = ({ request }: ChangeRequestDetail) => request.status === "applied" || request.status === "closed";

/** Labels with which the server refuses to apply a request. */
const blocking: ReadonlySet<string> = new Set([
  "objected",
  "author_lost_access",
  "window_missed",
  "after",
  "needs_approval",
  "frozen",
]);

/** All actions in their order. Add further ones here; the page shows those that are offered. */
export const requestActions: readonly RequestAction[] = [
  {
    name: "apply",
    isMain: true,
    isOffered: (detail) => !isOver(detail) && !isRunning(detail) && detail.request.left > 0,
    isBlocked: ({ labels }) => labels.some((label) => blocking.has(label)),
    Dialog: ApplyDialog,
  },
  {
    name: "approve",
    isOffered: (detail, me) => isOpenForReview(detail, me) && verdictOf(detail, me) !== "approve",
    Dialog: ApproveDialog,
  },
  {
    name: "object",
    isOffered: (detail, me) => isOpenForReview(detail, me) && verdictOf(detail, me) !== "object",
    Dialog: ObjectDialog,
  },
  { name: "takeOver", isOffered: isOpenForReview, Dialog: TakeOverDialog },
  {
    name: "close",
    isDestructive: true,
    isOffered: (detail) => !isOver(detail) && !isRunning(detail),
    Dialog: CloseDialog,
  },
];
