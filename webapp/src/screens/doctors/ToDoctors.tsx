import { Navigate } from "react-router";
import { paths } from "@/app/paths";

/** An address that older links lead to (B-7). */
export const ToDoctors = () => <Navigate to={paths.doctors()} replace />;
