const plain = 'aceilnosuyACEILNOSUY'
const accented = 'áçéîļñöšûýÁÇÉÎĻÑÖŠÛÝ'

/**
 * Returns the text in the pseudo-locale: accented, so that a text outside the catalogue is visible, and a third longer, as other languages
 * are. `~` pads texts of more than one word, in word-sized pieces.
 */
export const pseudo = (text: string): string => {
  if (text.trim() === '') return text
  const changed = [...text].map((letter) => accented[plain.indexOf(letter)] ?? letter).join('')
  const filling = '~'.repeat(Math.floor(text.length / 3)).replace(/~{8}(?=~)/g, '$& ')
  return text.endsWith(' ') ? `${changed.slice(0, -1)}${filling} ` : `${changed}${filling}`
}
