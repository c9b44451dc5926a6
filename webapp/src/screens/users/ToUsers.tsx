import { Navigate } from "react-router";
import { paths } from "@/app/paths";

/** Redirect for an address of another console (B-7). */
export function ToUsers() {
  return <Navigate to={paths.users()} replace />;
}
