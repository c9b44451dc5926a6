import { lazyPart } from "@/ui/lazy/lazyPart";

const dialogs = () => import("./dialogs");

export const AddHospital = lazyPart(dialogs, ["clinics"], "AddHospital", "dialog");
export const EditAddress = lazyPart(dialogs, ["clinics"], "EditAddress", "dialog");
