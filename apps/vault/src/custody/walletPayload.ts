import type { Bytes, Hold, SecretBytes } from '../secrets.ts'

/**
 * The plaintext of a wallet record of version 1, in bytes so that no key becomes a string:
 *
 * | bytes | what                                        |
 * |-------|---------------------------------------------|
 * | 8     | when it was made, ms since 1970, big-endian |
 * | 1     | how many sources follow, 1 to 64            |
 *
 * and for each source: its kind (1 byte: 1 mnemonic, 2 EVM key, 3 Solana key), its length (1 byte), its bytes.
 */
export type WalletPayload = {
  createdAtMs: number
  /** The accounts' sources, in the order of the record's addresses. The first is the wallet's own mnemonic. */
  sources: readonly Source[]
}

/**
 * `mnemonic`: 16, 20, 24, 28 or 32 bytes of BIP-39 entropy. `evmKey`: a secp256k1 private key. `solanaKey`: the 32-byte seed of an Ed25519
 * key (RFC 8032).
 */
export type SourceKind = 'mnemonic' | 'evmKey' | 'solanaKey'
export type Source = { kind: SourceKind; secret: SecretBytes }

export const maxSources = 64
export const entropyLengths: readonly number[] = [16, 20, 24, 28, 32]

const codes = { mnemonic: 1, evmKey: 2, solanaKey: 3 } as const satisfies Record<SourceKind, number>
const lengths: Record<SourceKind, readonly number[]> = { mnemonic: entropyLengths, evmKey: [32], solanaKey: [32] }
const headLength = 9

/** Throws RangeError for a payload that could not be decoded. */
export const encodeWalletPayload = ({ createdAtMs, sources }: WalletPayload, hold: Hold): SecretBytes => {
  if (sources.length < 1 || sources.length > maxSources) throw new RangeError('payload sources')
  const bodyLength = sources.reduce((sum, { secret }) => sum + 2 + secret.length, 0)
  const bytes = hold(new Uint8Array(headLength + bodyLength))
  new DataView(bytes.buffer).setBigUint64(0, BigInt(createdAtMs))
  bytes[8] = sources.length
  let at = headLength
  for (const { kind, secret } of sources) {
    if (!lengths[kind].includes(secret.length)) throw new RangeError('payload source')
    bytes.set([codes[kind], secret.length], at)
    bytes.set(secret, at + 2)
    at += 2 + secret.length
  }
  return bytes
}

/** Throws RangeError unless the bytes are exactly one payload. */
export const decodeWalletPayload = (bytes: SecretBytes, hold: Hold): WalletPayload => {
  const [, , , , , , , , count = 0] = bytes
  if (count < 1 || count > maxSources) throw new RangeError('payload sources')
  const createdAtMs = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0))
  if (!Number.isSafeInteger(createdAtMs)) throw new RangeError('payload time')
  const sources: Source[] = []
  let at = headLength
  for (let index = 0; index < count; index++) {
    const source = decodeSource(bytes.subarray(at), hold)
    sources.push(source)
    at += 2 + source.secret.length
  }
  if (at !== bytes.length) throw new RangeError('payload length')
  return { createdAtMs, sources }
}

const decodeSource = (bytes: Bytes, hold: Hold): Source => {
  const [code, length = 0] = bytes
  const kind = (Object.keys(codes) as SourceKind[]).find((kind) => codes[kind] === code)
  if (kind === undefined || !lengths[kind].includes(length) || bytes.length < 2 + length)
    throw new RangeError('payload source')
  return { kind, secret: hold(bytes.slice(2, 2 + length)) }
}
