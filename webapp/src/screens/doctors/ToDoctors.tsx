import { Navigate } from "react-router";
import { paths } from "@/app/paths";

/** Redirect for older links (B-7). */
export const ToDoctors = () => <Navigate to={paths.doctors()} replace />;
