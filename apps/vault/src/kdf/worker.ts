import { passphraseSecret } from './passphraseSecret.ts'

/**
 * The only worker that may compile WebAssembly, and it may do nothing else: its policy allows no network and no other script. It replies to
 * the document's one message, `KdfInput`, with the secret; then the document ends the worker, and with it all that the computation left in
 * memory.
 */
export type KdfInput = { passphrase: ArrayBuffer; salt: ArrayBuffer }

addEventListener(
  'message',
  async ({ data }: MessageEvent<KdfInput>) => {
    const passphrase = new Uint8Array(data.passphrase)
    const { buffer } = await passphraseSecret(passphrase, new Uint8Array(data.salt))
    passphrase.fill(0)
    postMessage(buffer, { transfer: [buffer] })
  },
  { once: true },
)
