import { labs, pharmacies } from "./kinds";
import { PartnerScreen, type TimelinePart } from "./PartnerScreen";
import { PartnersScreen } from "./PartnersScreen";

export const LabsScreen = () => <PartnersScreen kind={labs} />;
export const LabScreen = ({ timeline }: { timeline: TimelinePart }) => (
  <PartnerScreen kind={labs} timeline={timeline} />
);
export const PharmaciesScreen = () => <PartnersScreen kind={pharmacies} />;
export const PharmacyScreen = ({ timeline }: { timeline: TimelinePart }) => (
  <PartnerScreen kind={pharmacies} timeline={timeline} />
);
