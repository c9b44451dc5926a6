/** What everybody sees first behind the sign-in says, in one file of the build (app/inside.ts). */
export const texts = import.meta.glob<object>("./{clinics,modules}.json", { eager: true, import: "default" });
