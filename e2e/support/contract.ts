export { access } from "../../webapp/src/api/gen/access";
export { languages } from "../../webapp/src/api/gen/constants";
