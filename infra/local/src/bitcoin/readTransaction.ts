import { createHash } from 'node:crypto'
import { hex } from '@scure/base'
import { Address, OutScript, RawTx } from '@scure/btc-signer'
import { localBitcoin } from './localBitcoin.ts'

type Raw = ReturnType<typeof RawTx.decode>

export type ReadTransaction = Raw & {
  /** As explorers show it: bytes reversed, hex. */
  txid: string
  /** Bytes with witnesses, and weight units (BIP-141). */
  size: number
  weight: number
  hex: string
}

const doubleHash = (bytes: Uint8Array): string => {
  const once = createHash('sha256').update(bytes).digest()
  return hex.encode(new Uint8Array(createHash('sha256').update(once).digest().toReversed()))
}

/** Parses a transaction from hex. Throws `Error` for an invalid one. */
export const readTransaction = (text: string): ReadTransaction => {
  const bytes = hex.decode(text)
  const raw = RawTx.decode(bytes)
  const bare = RawTx.encode({ ...raw, segwitFlag: false, witnesses: undefined })
  return { ...raw, txid: doubleHash(bare), size: bytes.length, weight: bare.length * 3 + bytes.length, hex: text }
}

/** Returns a script's address, if it has one. */
export const addressOf = (script: Uint8Array): string | undefined => {
  try {
    return Address(localBitcoin.network).encode(OutScript.decode(script))
  } catch {
    return undefined
  }
}

/** Returns the script that pays an address. Throws `Error` for an address of another network. */
export const scriptOf = (address: string): Uint8Array => OutScript.encode(Address(localBitcoin.network).decode(address))

/** Esplora's names of script types. */
const scriptTypes: Readonly<Record<string, string>> = {
  pkh: 'p2pkh',
  sh: 'p2sh',
  wpkh: 'v0_p2wpkh',
  wsh: 'v0_p2wsh',
  tr: 'v1_p2tr',
  pk: 'p2pk',
}

export const scriptTypeOf = (script: Uint8Array): string => {
  if (script[0] === 0x6a) return 'op_return'
  try {
    return scriptTypes[OutScript.decode(script).type] ?? 'unknown'
  } catch {
    return 'unknown'
  }
}
