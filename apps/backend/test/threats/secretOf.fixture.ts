import { passphraseSecret } from '../../../secure-frame/src/vault/kdf/passphraseSecret.ts'

/** What the vault makes of a passphrase, by its own Argon2id. */
export const secretOf = (passphrase: string, salt: ArrayBuffer | Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  passphraseSecret(new TextEncoder().encode(passphrase.normalize('NFKC')), new Uint8Array(salt))
