/** Specification section 9. */
const maxLength = 30

/** Returns an email address as Account shows it: at most 30 characters, with an ellipsis for the rest. */
export const shortEmail = (email: string): string => {
  const characters = [...email]
  return characters.length <= maxLength ? email : `${characters.slice(0, maxLength - 1).join('')}…`
}
