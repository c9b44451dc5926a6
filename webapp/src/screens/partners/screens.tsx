import { labs, pharmacies } from "./kinds";
import { PartnerScreen } from "./PartnerScreen";
import { PartnersScreen } from "./PartnersScreen";

export const LabsScreen = () => <PartnersScreen kind={labs} />;
export const LabScreen = () => <PartnerScreen kind={labs} />;
export const PharmaciesScreen = () => <PartnersScreen kind={pharmacies} />;
export const PharmacyScreen = () => <PartnerScreen kind={pharmacies} />;
