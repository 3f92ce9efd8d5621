import { argon2id } from 'hash-wasm'

/** The Argon2id parameters (RFC 9106) of every recovery passphrase and recovery file of version 1: 64 MiB, three passes, one lane. */
const passphraseCost = { memoryKiB: 65_536, passes: 3 } as const

/**
 * Returns the 32 bytes that a passphrase gives with a salt of 16. `passphrase` is the UTF-8 of its NFKC form, one byte at least, and the
 * caller's to zero. Takes 64 MiB and blocks its thread for more than a second; copies stay in the memory of the WebAssembly module, so a
 * dedicated thread is ended afterwards.
 */
export const passphraseSecret = async (passphrase: Uint8Array, salt: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await argon2id({
      password: passphrase,
      salt,
      memorySize: passphraseCost.memoryKiB,
      iterations: passphraseCost.passes,
      parallelism: 1,
      hashLength: 32,
      outputType: 'binary',
    }),
  )
