/**
 * Hide the release of Enter and Space from elements on which the key was not pressed. Buttons of Blueprint act on the
 * release, so a key that moved the focus to one, for example out of a closed notification, would press it as well.
 */
export function hideForeignKeyReleases() {
  const pressedOn = new Map<string, EventTarget | null>();
  document.addEventListener("keydown", ({ code, target }) => pressedOn.set(code, target), { capture: true });
  document.addEventListener(
    "keyup",
    (event) => {
      const isForeign = pressedOn.get(event.code) !== event.target;
      pressedOn.delete(event.code);
      if (isForeign && (event.key === "Enter" || event.key === " ")) event.stopPropagation();
    },
    { capture: true },
  );
}
