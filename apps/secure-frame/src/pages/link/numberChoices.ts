/** Returns a whole number from 0 to 99, each equally likely. */
const random = (): number => {
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < 200) return byte % 100
  }
}

/**
 * Returns three two-digit numbers, including the right one. The others are drawn with the same distribution, so that its
 * position in ascending order is just as random, and only a user who sees the window that shows it can pick it.
 */
export const numberChoices = (right: string): readonly string[] => {
  const choices = new Set([right])
  while (choices.size < 3) choices.add(String(random()).padStart(2, '0'))
  return [...choices].sort()
}
