/** Find all cells and headings with content larger than their visible area. Runs in the page. */
export function findCutCells(): string[] {
  const cut: string[] = [];
  const isCut = (box: Element) => {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box);
    if (overflowX === "visible" || box.clientWidth <= 1) return false;
    const over = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 2;
    if (!over) return false;
    const hasEllipsis = textOverflow === "ellipsis" || webkitLineClamp !== "none";
    return !(hasEllipsis && box.closest("td [title]"));
  };
  for (const table of document.querySelectorAll("main table")) {
    const area = table.parentElement as HTMLElement;
    for (const cell of table.querySelectorAll("th, td")) {
      const name = (cell.textContent ?? "").trim().slice(0, 60);
      for (const box of [cell, ...cell.querySelectorAll("*")])
        if (isCut(box)) {
          cut.push(
            `${cell.tagName} "${name}" is cut (${box.scrollWidth}x${box.scrollHeight} in ${box.clientWidth}x${box.clientHeight})`,
          );
          break;
        }
      // A heading has no overflow clipping: long text would cover its neighbour.
      if (cell.tagName === "TH" && cell.scrollWidth > cell.clientWidth + 1)
        cut.push(`heading "${name}" needs ${cell.scrollWidth} px and has ${cell.clientWidth}`);
    }
    const scrolls = area.scrollWidth > area.clientWidth + 1;
    const pinned = table.querySelector("tbody td[data-pinned]");
    const frame = area.parentElement as HTMLElement;
    const edge = pinned
      ? getComputedStyle(pinned).boxShadow !== "none"
      : getComputedStyle(frame, "::after").opacity !== "0";
    if (scrolls && !edge)
      cut.push(`the table scrolls (${area.scrollWidth} in ${area.clientWidth} px) and does not show it`);
  }
  return cut;
}
