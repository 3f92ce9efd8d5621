const longest = 64

/** Sanitizes a display name: removes invisible characters and limits its length; null when nothing is left. */
export const readUserName = (name: string | null): string | null => {
  const clean = (name ?? '')
    .toWellFormed()
    .replaceAll(/\p{C}|\p{Z}/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  return clean === '' ? null : [...clean].slice(0, longest).join('')
}
