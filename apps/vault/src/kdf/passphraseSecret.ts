import { argon2id } from 'hash-wasm'

/** Argon2id (RFC 9106) as every recovery passphrase and recovery file of version 1 has it: 64 MiB, three passes, one lane. */
const passphraseCost = { memoryKiB: 65_536, passes: 3 } as const

/**
 * The 32 bytes that a passphrase gives with a salt of 16. `passphrase` is the UTF-8 of its NFKC form, one byte at least,
 * and the caller's to zero. Takes 64 MiB and more than a second, in which its thread does nothing else; copies stay in
 * the memory of the WebAssembly module, so a thread of its own is ended afterwards.
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
