import type { WalletSecrets } from './openWallet.ts'

/** Text that is readable outside the vault, and its source. */
export type Evidence = { where: string; text: string }

/** Half of a secret: a shorter piece could be anything, and a search for the whole would miss a part. */
const pieceLength = 16
/** The fewest that cannot be an accident. */
const wordsInSequence = 3

/** Returns which of these secrets the evidence shows, in any encoding, as `<where>: <what>`. */
export function findSecrets(evidence: readonly Evidence[], { bytes, words }: WalletSecrets): string[] {
  const spelt = Object.entries(bytes).flatMap(([what, value]) =>
    piecesOf(value).flatMap((piece) => spellings(piece).map((spelling) => ({ what, spelling }))),
  )
  const sequences = words.slice(0, 1 - wordsInSequence).map((_, start) => {
    return ` ${words.slice(start, start + wordsInSequence).join(' ')} `
  })
  const found = new Set<string>()
  for (const { where, text } of evidence) {
    const folded = text.toLowerCase()
    // An array of bytes as JSON may number them.
    const readings = [text, folded, text.replace(/"?\d+"?: ?/g, '').replaceAll(', ', ',')]
    for (const { what, spelling } of spelt) {
      if (readings.some((reading) => reading.includes(spelling))) found.add(`${where}: ${what}`)
    }
    const plain = ` ${folded.replace(/[^a-z]+/g, ' ')} `
    if (sequences.some((sequence) => plain.includes(sequence))) found.add(`${where}: mnemonic`)
  }
  return [...found]
}

/** Returns where the evidence shows this code, not as part of a longer number. */
export const findCode = (evidence: readonly Evidence[], code: string): string[] => {
  const alone = new RegExp(`(?<![0-9a-zA-Z])${code.slice(0, 3)}\\s?${code.slice(3)}(?![0-9a-zA-Z])`)
  return evidence.filter(({ text }) => alone.test(text)).map(({ where }) => `${where}: code`)
}

const piecesOf = (value: Uint8Array): Uint8Array[] => [
  value.subarray(0, pieceLength),
  value.subarray(pieceLength, 2 * pieceLength),
]

const spellings = (piece: Uint8Array): string[] => {
  const buffer = Buffer.from(piece)
  // In base64 three bytes make four characters: a piece is encoded differently after none, one or two other bytes.
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), buffer]).toString('base64url')
    const [skipped, ends] = [Math.ceil((before * 4) / 3), Math.floor(((before + piece.length) * 4) / 3)]
    return text.slice(skipped, ends)
  })
  return [
    buffer.toString('hex'),
    buffer.toString('latin1'),
    buffer.join(','),
    ...base64,
    ...base64.map((text) => text.replaceAll('-', '+').replaceAll('_', '/')),
  ]
}
