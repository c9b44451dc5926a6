import type { ComponentType } from "react";
import type { AccountType } from "@/api/session";
import type changeRequests from "@/i18n/en/changeRequests.json";
import { ProposeAgainDialog } from "./ProposeAgainDialog";
import { reasonDialog } from "./ReasonDialogs";
import { ReviseDialog } from "./ReviseDialog";
import { question } from "./RunDialogs";
import { type ChangeRequestDetail, type DialogProps, objectionsOf, repeatableOutcomes } from "./shared/changeRequests";

/** Action of a request: a button or an entry of the menu on its page, and the dialog that it opens. */
export interface RequestAction {
  name: keyof (typeof changeRequests)["actions"];
  /** The first offered one of these is the main button. */
  isMain?: boolean;
  /** In the menu, not among the buttons. */
  isRare?: boolean;
  /** Decides whether the user may do this in the present state. */
  isOffered: (detail: ChangeRequestDetail, me: number, accountType: AccountType) => boolean;
  Dialog: ComponentType<DialogProps>;
}

const isOpenForReview = ({ request }: ChangeRequestDetail, me: number) =>
  request.status === "open" && request.author_id !== me;
const isOpen = ({ request }: ChangeRequestDetail) => request.status === "open";
const isRunning = ({ request }: ChangeRequestDetail) => request.status === "applying";
export const isUndo = ({ request }: ChangeRequestDetail) => request.undoes !== null || request.undoes_run !== null;
const verdictOf = ({ reviews }: ChangeRequestDetail, me: number) =>
  reviews.find(({ user_id, counts }) => user_id === me && counts)?.verdict;

/** True if the user can review the request and has not. */
export const waitsFor = (detail: ChangeRequestDetail, me: number) =>
  isOpenForReview(detail, me) && verdictOf(detail, me) === undefined;

const isPaused = ({ request, labels }: ChangeRequestDetail) =>
  request.status === "applying" && (request.paused_at !== null || labels.includes("canary"));
/** True if the run has ended and something was changed. */
const hasApplied = ({ request }: ChangeRequestDetail) => request.ended_at !== null && request.done > 0;
const isSuperAdmin = (accountType: AccountType) => accountType === "super_admin";

/** Labels with which the server refuses to apply a request. */
const blocking: ReadonlySet<string> = new Set([
  "objected",
  "scheduled",
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
    isOffered: (detail) => isOpen(detail) && !detail.labels.some((label) => blocking.has(label)),
    Dialog: question("apply"),
  },
  {
    name: "approve",
    isMain: true,
    isOffered: (detail, me) => isOpenForReview(detail, me) && verdictOf(detail, me) !== "approve",
    Dialog: reasonDialog("approve"),
  },
  {
    name: "object",
    isOffered: (detail, me) => isOpenForReview(detail, me) && verdictOf(detail, me) !== "object",
    Dialog: reasonDialog("object"),
  },
  {
    name: "revise",
    isRare: true,
    // The changes of an undo belong to the request that it undoes.
    isOffered: (detail, me) => isOpen(detail) && !isUndo(detail) && detail.request.author_id === me,
    Dialog: ReviseDialog,
  },
  {
    name: "pause",
    isMain: true,
    isOffered: (detail) => isRunning(detail) && detail.request.paused_at === null,
    Dialog: question("pause"),
  },
  { name: "resume", isMain: true, isOffered: isPaused, Dialog: question("resume") },
  {
    name: "proposeAgain",
    isMain: true,
    isOffered: (detail) =>
      detail.request.ended_at !== null && !isUndo(detail) && repeatableOutcomes(detail.request).length > 0,
    Dialog: ProposeAgainDialog,
  },
  {
    name: "proposeAgain",
    isRare: true,
    isOffered: (detail) => isOpen(detail) && !isUndo(detail),
    Dialog: ProposeAgainDialog,
  },
  {
    name: "undo",
    isOffered: (detail) =>
      hasApplied(detail) &&
      !isUndo(detail) &&
      detail.request.undone_by === null &&
      detail.request.not_undoable < detail.request.targets,
    Dialog: question("undo"),
  },
  {
    name: "bypass",
    isRare: true,
    isOffered: ({ request, labels }, _, accountType) =>
      isSuperAdmin(accountType) &&
      request.status !== "applying" &&
      request.left > 0 &&
      (labels.includes("needs_approval") || labels.includes("frozen")),
    Dialog: reasonDialog("bypass"),
  },
  {
    name: "reviewBypass",
    isOffered: ({ bypasses }, me, accountType) =>
      isSuperAdmin(accountType) &&
      bypasses.some(({ reviewed_at }) => reviewed_at === null) &&
      bypasses.every(({ user_id, reviewed_at }) => reviewed_at !== null || user_id !== me),
    Dialog: reasonDialog("reviewBypass"),
  },
  { name: "stop", isOffered: ({ request }) => request.status === "applying", Dialog: question("stop") },
  {
    name: "withdraw",
    isRare: true,
    isOffered: (detail, me) => isOpen(detail) && verdictOf(detail, me) !== undefined,
    Dialog: question("withdraw"),
  },
  {
    name: "dismiss",
    isRare: true,
    isOffered: (detail, me, accountType) =>
      isSuperAdmin(accountType) &&
      isOpenForReview(detail, me) &&
      objectionsOf(detail).some(({ user_id }) => user_id !== me),
    Dialog: reasonDialog("dismiss"),
  },
  { name: "close", isRare: true, isOffered: isOpen, Dialog: reasonDialog("close") },
];
