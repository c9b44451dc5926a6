/** Forms with unsent input. A session that ends by force waits for them (decision 212). */
const forms = new Set<object>();

export const unsavedForms = {
  /** Register a form until the returned function is called. */
  add() {
    const form = {};
    forms.add(form);
    return () => void forms.delete(form);
  },
  any: () => forms.size > 0,
};
