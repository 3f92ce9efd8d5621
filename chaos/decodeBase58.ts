const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Decodes base58, as Bitcoin and Solana write it; implemented here so that our own code does not verify itself. */
export const decodeBase58 = (text: string): Buffer => {
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(alphabet.indexOf(letter))
  const hex = value === 0n ? '' : value.toString(16)
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')])
}
