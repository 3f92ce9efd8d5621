import { createDecipheriv, createHash, createHmac, hkdfSync, pbkdf2Sync } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Stack } from '@latchkey/local'
import { english, mnemonicToAccount } from 'viem/accounts'
import { combine, partnersOf } from './shamir.ts'

/** Every secret of one wallet, bytes by their names, and its words. */
export type WalletSecrets = { address: string; bytes: Readonly<Record<string, Uint8Array>>; words: readonly string[] }

type Row = {
  record: string
  recovery: Uint8Array
  recovery_auth: Uint8Array
  auth: Uint8Array
  device_id: string
}
type Context = Readonly<Record<string, string | number | null>>

/**
 * Assembles a wallet as only the holder of both authorities' databases and key rings can, written from the documented formats and not with
 * the code under test. Stops the api meanwhile.
 *
 * Throws unless the record opens and leads to its own address.
 */
export async function openWallet(stack: Stack, address: string): Promise<WalletSecrets> {
  const row = await readRow(stack, address)
  const record = JSON.parse(row.record)
  const { userId, walletId, generation, recoveryShareId } = record
  const openAt = (authority: 'api' | 'custody', purpose: string, whose: object, stored: Uint8Array): Uint8Array =>
    openEnvelope(
      join(stack.dataFolder, 'keys', `${authority}.json`),
      { ...whose, generation, purpose: `${purpose} share`, userId, walletId },
      stored,
    )
  const recovery = openAt('custody', 'recovery', { recoveryShareId }, row.recovery)
  const recoveryAuth = openAt('api', 'recovery-auth', { recoveryShareId }, row.recovery_auth)
  const auth = openAt('api', 'auth', { deviceId: row.device_id }, row.auth)
  const vaultKey = combine(recovery, recoveryAuth)

  const { ciphertext, ...facts } = record
  const key = new Uint8Array(hkdfSync('sha256', vaultKey, walletId, 'latchkey wallet record', 32))
  const payload = openAesGcm(key, Buffer.from(ciphertext, 'base64url'), canonical(facts))
  // After the time and the number of sources: the first source, a mnemonic of 32 bytes.
  const entropy = payload.subarray(11, 43)
  const words = mnemonicOf(entropy)
  const account = mnemonicToAccount(words.join(' '))
  if (account.address !== address) throw new Error(`The record of ${address} leads to ${account.address}`)
  const privateKey = account.getHdKey().privateKey
  if (privateKey === null) throw new Error('The account has no private key')
  // The device's own share never leaves its vault unwrapped: it is one of those that make a pair with the api's.
  const deviceShares = partnersOf(auth, vaultKey).map((share, index) => [`device share ${index + 1}`, share] as const)
  const bytes = {
    entropy,
    'vault key': vaultKey,
    'private key': privateKey,
    'Solana key': solanaKeyOf(words),
    'recovery share': recovery,
    'recovery-auth share': recoveryAuth,
    'auth share': auth,
    ...Object.fromEntries(deviceShares),
  }
  return { address, bytes, words }
}

async function readRow(stack: Stack, address: string): Promise<Row> {
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-copy-'))
  await stack.api.stop()
  try {
    cpSync(join(stack.dataFolder, 'database'), copy, { recursive: true })
  } finally {
    await stack.api.start()
  }
  const database = await PGlite.create(copy)
  try {
    const { rows } = await database.query<Row>(
      `SELECT w.record, a.ciphertext AS auth, a.device_id, ra.ciphertext AS recovery_auth, r.ciphertext AS recovery
       FROM latchkey_api.wallets w
       JOIN latchkey_api.auth_shares a USING (wallet_id)
       JOIN latchkey_api.recovery_auth_shares ra USING (wallet_id)
       JOIN latchkey_custody.recovery_shares r USING (wallet_id)
       WHERE w.record LIKE $1`,
      [`%${address}%`],
    )
    const [row] = rows
    if (row === undefined || rows.length > 1) throw new Error(`${rows.length} wallets with one device have ${address}`)
    return row
  } finally {
    await database.close()
    rmSync(copy, { recursive: true })
  }
}

/** Value under a data key, data key under the newest key of the ring when it was written; both bind the context. */
function openEnvelope(keyRing: string, context: Context, stored: Uint8Array): Uint8Array {
  const { wrappingKeys } = JSON.parse(readFileSync(keyRing, 'utf8')) as { wrappingKeys: string[] }
  const bytes = Buffer.from(stored)
  const wrappedLength = bytes.readUInt16BE(0)
  const wrapped = bytes.subarray(2, 2 + wrappedLength)
  const wrappingKey = Buffer.from(wrappingKeys[wrapped.readUInt16BE(0)] ?? '', 'base64')
  const dataKey = openAesGcm(wrappingKey, wrapped.subarray(2), canonical(context))
  return openAesGcm(dataKey, bytes.subarray(2 + wrappedLength), canonical(context))
}

/** Nonce (12), ciphertext, tag (16). */
function openAesGcm(key: Uint8Array, sealed: Uint8Array, additionalData: string): Uint8Array {
  const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    .setAAD(Buffer.from(additionalData))
    .setAuthTag(sealed.subarray(-16))
  return Buffer.concat([cipher.update(sealed.subarray(12, -16)), cipher.final()])
}

/** Returns JSON with sorted keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

/** BIP-39: 11 bits per word, the last with a checksum. */
function mnemonicOf(entropy: Uint8Array): string[] {
  const checksum = createHash('sha256').update(entropy).digest().subarray(0, 1)
  const bits = [...entropy, ...checksum].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{11}/g) ?? []).map((word) => english[Number.parseInt(word, 2)] ?? '')
}

/** SLIP-0010 for Ed25519 at m/44'/501'/0'/0'. */
function solanaKeyOf(words: readonly string[]): Uint8Array {
  const hmac = (key: string | Uint8Array, data: Uint8Array) => createHmac('sha512', key).update(data).digest()
  let node = hmac('ed25519 seed', pbkdf2Sync(words.join(' '), 'mnemonic', 2048, 64, 'sha512'))
  for (const index of [44, 501, 0, 0]) {
    const step = Buffer.alloc(37)
    step.set(node.subarray(0, 32), 1)
    step.writeUInt32BE(0x8000_0000 + index, 33)
    node = hmac(node.subarray(32), step)
  }
  return node.subarray(0, 32)
}
