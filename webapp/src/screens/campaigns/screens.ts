export { CampaignsScreen } from "./CampaignsScreen";
