import { createListeners } from "./store";

/**
 * Forms with unsent input. A session that ends by force waits for them (decision 212), and colleagues who open the same
 * record see that it is edited.
 */
const forms = new Set<object>();
const { subscribe, notify } = createListeners();

export const unsavedForms = {
  /** Register a form until the returned function is called. */
  add() {
    const form = {};
    forms.add(form);
    notify();
    return () => {
      forms.delete(form);
      notify();
    };
  },
  any: () => forms.size > 0,
  /** Call a function after each change until the returned function is called. */
  subscribe,
};
