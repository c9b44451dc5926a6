import { lazyPart } from "@/ui/lazyPart";

const dialogs = () => import("./dialogs");

export const ChangePassword = lazyPart(dialogs, ["session"], (area) => area.ChangePassword, "dialog");
export const ConfirmPassword = lazyPart(dialogs, ["session"], (area) => area.ConfirmPassword, "dialog");
