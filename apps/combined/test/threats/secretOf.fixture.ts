import { createHash } from 'node:crypto'

/** Stands in for a passphrase's secret: the vault's own Argon2id takes a second each time and has separate tests. */
export const secretOf = async (passphrase: string, salt: ArrayBuffer | Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(createHash('sha256').update(passphrase.normalize('NFKC')).update(new Uint8Array(salt)).digest())
