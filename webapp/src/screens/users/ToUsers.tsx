import { Navigate } from "react-router";
import { paths } from "@/app/paths";

/** An address of another console's, which nobody shall find empty (B-7). */
export function ToUsers() {
  return <Navigate to={paths.users()} replace />;
}
