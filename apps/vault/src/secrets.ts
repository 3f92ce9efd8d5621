/**
 * Key material is a branded Uint8Array that a scope holds. Only `Hold` makes the brand, so a function that takes `SecretBytes` cannot get a
 * buffer that is never overwritten.
 *
 * Limit: a JavaScript engine may have copied a buffer (garbage collection), and BigInts inside the curve library cannot be overwritten.
 * Zeroing shortens the lifetime of keys; it does not remove every trace of them.
 */
export type Bytes = Uint8Array<ArrayBuffer>
declare const secret: unique symbol
export type SecretBytes = Bytes & { readonly [secret]: true }

/** Takes ownership of a buffer: it is overwritten with zeros when the scope ends. */
export type Hold = (bytes: Uint8Array) => SecretBytes

export const wipe = (...buffers: readonly Uint8Array[]): void => {
  for (const buffer of buffers) buffer.fill(0)
}

/**
 * Runs one operation on keys. All held buffers are zeroed when it settles, also when it throws; those that a part still running holds later
 * are zeroed at once.
 */
export const withSecrets = async <result>(work: (hold: Hold) => Promise<result>): Promise<result> => {
  const held: Uint8Array[] = []
  let isOver = false
  try {
    return await work((bytes) => {
      if (isOver) wipe(bytes)
      else held.push(bytes)
      return bytes as SecretBytes
    })
  } finally {
    isOver = true
    wipe(...held)
  }
}

/** A copy that outlives the scope of the original: the receiver must wipe it. */
export const keepSecret = (bytes: SecretBytes): SecretBytes => bytes.slice() as SecretBytes
