/** Texts of the first screens after the sign-in, in one chunk (app/inside.ts). */
export const texts = import.meta.glob<object>("./{clinics,modules,selection}.json", { eager: true, import: "default" });
