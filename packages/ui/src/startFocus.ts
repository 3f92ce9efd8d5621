/**
 * Marks where focus starts. React focuses the element when it appears in an open dialog; the attribute lets the Dialog
 * find it when dialog and element appear together.
 */
export const startFocus = (wanted: boolean | undefined) => ({
  autoFocus: wanted,
  'data-autofocus': wanted || undefined,
})
