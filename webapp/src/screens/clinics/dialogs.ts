// The dialogs of the area in one chunk, because the first screen needs none of their forms.
export { AddHospital } from "./AddHospital";
export { EditAddress } from "./EditAddress";
