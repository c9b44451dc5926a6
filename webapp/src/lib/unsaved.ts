/** Forms with something typed in them that is not sent: a session that ends by force waits for them (decision 212). */
const forms = new Set<object>();

export const unsaved = {
  /** Until what it returns is called. */
  add() {
    const form = {};
    forms.add(form);
    return () => void forms.delete(form);
  },
  any: () => forms.size > 0,
};
