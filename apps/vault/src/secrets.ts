/**
 * Key material is a branded Uint8Array that some scope holds. The brand is made by `Hold` alone, so a function that
 * takes `SecretBytes` cannot be handed a buffer that nobody will overwrite.
 *
 * Limit: a JavaScript engine may have copied a buffer (garbage collection), and BigInts inside the curve library
 * cannot be overwritten. Zeroing shortens the life of keys; it does not end every trace of them.
 */
export type Bytes = Uint8Array<ArrayBuffer>
declare const secret: unique symbol
export type SecretBytes = Bytes & { readonly [secret]: true }

/** Take charge of a buffer: it is overwritten with zeros when the scope ends. */
export type Hold = (bytes: Uint8Array) => SecretBytes

export const wipe = (...buffers: readonly Uint8Array[]): void => {
  for (const buffer of buffers) buffer.fill(0)
}

/**
 * Run one operation on keys. Everything it held is zero when it settles, also when it throws; what a part of it that was
 * still running brings in later is zeroed as it comes.
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

/** A copy that outlives the scope of the original: whoever takes it must wipe it. */
export const keepSecret = (bytes: SecretBytes): SecretBytes => bytes.slice() as SecretBytes
