/** Mark style sheets that fail to load, so that `reloadFailedStyles` finds them. */
export function watchStyles() {
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") target.dataset.failed = "";
    },
    { capture: true },
  );
}

/** Request failed style sheets again. The build's loader does not: it requests each address once per page. */
export async function reloadFailedStyles() {
  const failed = document.querySelectorAll<HTMLLinkElement>("link[data-failed]");
  await Promise.all([...failed].map(reload));
}

function reload(old: HTMLLinkElement) {
  return new Promise<void>((resolve, reject) => {
    const link = old.cloneNode() as HTMLLinkElement;
    delete link.dataset.failed;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`Failed to load ${link.href}`));
    old.replaceWith(link);
  });
}
