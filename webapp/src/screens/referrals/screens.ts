export { BookingScreen } from "./BookingScreen";
export { ReferralsScreen } from "./ReferralsScreen";
