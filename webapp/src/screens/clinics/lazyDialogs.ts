import { lazyPart } from "@/ui/lazyPart";

const dialogs = () => import("./dialogs");

export const AddHospital = lazyPart(dialogs, ["clinics"], (area) => area.AddHospital, "dialog");
export const EditAddress = lazyPart(dialogs, ["clinics"], (area) => area.EditAddress, "dialog");
