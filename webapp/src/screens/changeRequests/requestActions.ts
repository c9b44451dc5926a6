import type { ComponentType } from "react";
import type { AccountType } from "@/api/session";
import type changeRequests from "@/i18n/en/changeRequests.json";
import { BypassDialog, ReviewBypassDialog } from "./EmergencyDialogs";
import {
  ApplyDialog,
  CloseDialog,
  PauseDialog,
  ResumeDialog,
  RetryDialog,
  StopDialog,
  TakeOverDialog,
  UndoDialog,
} from "./questions";
import { ApproveDialog, ObjectDialog } from "./ReviewDialog";
import { ReviseDialog } from "./ReviseDialog";
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
  isOffered: (detail: ChangeRequestDetail, me: number, accountType: AccountType) => boolean;
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

const isPaused = ({ request, labels }: ChangeRequestDetail) =>
  request.status === "applying" && (request.paused_at !== null || labels.includes("canary"));
/** True if the run has ended and something was changed. */
const hasApplied = ({ request }: ChangeRequestDetail) => request.status !== "applying" && request.done > 0;
const isSuperAdmin = (accountType: AccountType) => accountType === "super_admin";

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
  {
    name: "revise",
    // The changes of an undo belong to the request that it undoes.
    isOffered: ({ request }) => request.status === "open" && request.undoes === null,
    Dialog: ReviseDialog,
  },
  {
    name: "pause",
    isOffered: (detail) => isRunning(detail) && detail.request.paused_at === null,
    Dialog: PauseDialog,
  },
  { name: "resume", isMain: true, isOffered: isPaused, Dialog: ResumeDialog },
  {
    name: "retry",
    isOffered: (detail) => detail.request.status === "partly_applied" && detail.request.failed > 0,
    Dialog: RetryDialog,
  },
  {
    name: "undo",
    isOffered: (detail) =>
      hasApplied(detail) && detail.request.undone_by === null && detail.request.not_undoable < detail.request.targets,
    Dialog: UndoDialog,
  },
  {
    name: "bypass",
    isOffered: ({ request, labels }, _, accountType) =>
      isSuperAdmin(accountType) &&
      request.status !== "applying" &&
      request.left > 0 &&
      (labels.includes("needs_approval") || labels.includes("frozen")),
    Dialog: BypassDialog,
  },
  {
    name: "reviewBypass",
    isOffered: ({ bypasses }, me, accountType) =>
      isSuperAdmin(accountType) &&
      bypasses.some(({ reviewed_at }) => reviewed_at === null) &&
      bypasses.every(({ user_id, reviewed_at }) => reviewed_at !== null || user_id !== me),
    Dialog: ReviewBypassDialog,
  },
  { name: "stop", isDestructive: true, isOffered: ({ request }) => request.status === "applying", Dialog: StopDialog },
  { name: "takeOver", isOffered: isOpenForReview, Dialog: TakeOverDialog },
  {
    name: "close",
    isDestructive: true,
    isOffered: (detail) => !isOver(detail) && !isRunning(detail),
    Dialog: CloseDialog,
  },
];
