// The dialogs of the area in one chunk, because the first screen needs none of their forms.
export { ChangePassword } from "./ChangePassword";
export { ConfirmPassword } from "./ConfirmPassword";
