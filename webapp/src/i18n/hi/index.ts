/** Texts of the sign-in and the frame, in one chunk. */
export const texts = import.meta.glob<object>("./{common,session}.json", { eager: true, import: "default" });
