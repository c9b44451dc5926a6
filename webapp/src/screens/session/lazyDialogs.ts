import { lazyPart } from "@/ui/lazy/lazyPart";

const dialogs = () => import("./dialogs");

export const ChangePassword = lazyPart(dialogs, ["session"], "ChangePassword", "dialog");
export const ConfirmPassword = lazyPart(dialogs, ["session"], "ConfirmPassword", "dialog");
