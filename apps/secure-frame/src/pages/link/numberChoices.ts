/** A whole number of 0 to 99, every one as likely. */
const random = (): number => {
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < 200) return byte % 100
  }
}

/**
 * Three numbers of two digits, among them the right one. It is drawn as the others are, so that its place among them in ascending
 * order is as random, and nobody can tell it from them who does not see the window that shows it.
 */
export const numberChoices = (right: string): readonly string[] => {
  const choices = new Set([right])
  while (choices.size < 3) choices.add(String(random()).padStart(2, '0'))
  return [...choices].sort()
}
