// Before the first paint: the chosen theme (a cookie, because signing out empties local storage), else the system's.
(() => {
  const chosen = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie);
  const dark = chosen ? chosen[1] === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.classList.toggle("bp6-dark", dark);
})();
