/** Every area's texts of this language, in one file of the build. */
export const texts = import.meta.glob<object>("./*.json", { eager: true, import: "default" });
