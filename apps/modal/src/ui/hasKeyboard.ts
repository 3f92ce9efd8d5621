/** A phone would open its keyboard over half of the modal before the user has seen it. */
export const hasKeyboard = (): boolean => matchMedia('(hover: hover)').matches
