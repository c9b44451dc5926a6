export { PromoCodesScreen } from "./PromoCodesScreen";
