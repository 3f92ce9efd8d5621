import { bech32, bech32m, createBase58check } from '@scure/base'
import { sha256 } from 'viem/utils'

const base58check = /* @__PURE__ */ createBase58check((bytes: Uint8Array) => sha256(bytes, 'bytes'))
const op = { zero: 0x00, one: 0x51, dup: 0x76, equal: 0x87, equalVerify: 0x88, hash160: 0xa9, checkSig: 0xac } as const

/**
 * Returns the mainnet address that an output's script pays (P2PKH, P2SH, BIP-141, BIP-350), as names store addresses (ENSIP-9); null for a
 * script without one.
 */
export function encodeBitcoinScript(script: Uint8Array): string | null {
  const [first = -1, second = -1, third] = script
  if (script.length === 25 && first === op.dup && second === op.hash160 && third === 20)
    return script[23] === op.equalVerify && script[24] === op.checkSig ? ofHash(0x00, script.slice(3, 23)) : null
  if (script.length === 23 && first === op.hash160 && second === 20)
    return script[22] === op.equal ? ofHash(0x05, script.slice(2, 22)) : null
  if (second !== script.length - 2) return null
  const program = script.slice(2)
  if (first === op.zero && (program.length === 20 || program.length === 32))
    return bech32.encode('bc', [0, ...bech32.toWords(program)])
  return first === op.one && program.length === 32 ? bech32m.encode('bc', [1, ...bech32m.toWords(program)]) : null
}

const ofHash = (version: number, hash: Uint8Array): string => base58check.encode(new Uint8Array([version, ...hash]))
