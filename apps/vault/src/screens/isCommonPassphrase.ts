import { commonWords } from './commonWords.ts'

/**
 * Whether a passphrase is little more than what guessing programs try first: common passwords and words, whatever their case and with
 * digits or signs in place of letters, runs and repeats of characters, rows of the keyboard, and years, put together from a few pieces.
 * It finds the worst and proves nothing of the rest.
 */
export const isCommonPassphrase = (text: string): boolean =>
  fewestPieces(text.toLowerCase().slice(0, longestJudged)) < leastPieces

/** Each character that belongs to nothing common counts as a piece too. */
const leastPieces = 6
const longestWord = 28
/** What is longer than this is not judged to its end. */
const longestJudged = 128

const words = new Set([...commonWords.trim().split(/\s/), 'correct horse battery staple', 'correcthorsebatterystaple'])
const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb',
  'qazwsxedcrfvtgb',
]
const walks = [...rows, ...rows.map((row) => [...row].reverse().join(''))]
const leet: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const plain = (piece: string): string => piece.replace(/[@431!0$57]/g, (sign) => leet[sign] ?? sign)

/** Of how few pieces the text can be put together. */
const fewestPieces = (text: string): number => {
  const fewest = [0]
  for (let end = 1; end <= text.length; end++) {
    let best = (fewest[end - 1] ?? 0) + 1
    for (let start = Math.max(0, end - longestWord); start <= end - 3; start++)
      if (isCommonPiece(text.slice(start, end))) best = Math.min(best, (fewest[start] ?? 0) + 1)
    fewest.push(best)
  }
  return fewest[text.length] ?? 0
}

const isCommonPiece = (piece: string): boolean =>
  words.has(piece) ||
  words.has(plain(piece)) ||
  isRun(piece) ||
  /^(?:19|20)\d\d$/.test(piece) ||
  (piece.length > 3 && walks.some((walk) => walk.includes(piece)))

/** `aaa`, `abc`, `321`: each character is the one before, or its neighbor in one direction. */
const isRun = (piece: string): boolean => {
  const step = piece.charCodeAt(1) - piece.charCodeAt(0)
  if (Math.abs(step) > 1) return false
  for (let at = 2; at < piece.length; at++) if (piece.charCodeAt(at) - piece.charCodeAt(at - 1) !== step) return false
  return true
}
