/** What the sign-in and the frame say, in one file of the build. */
export const texts = import.meta.glob<object>("./{common,session,refusals}.json", { eager: true, import: "default" });
