/**
 * Bitcoin addresses: Base58Check (P2PKH, P2SH) and segregated witness (BIP-173 Bech32 for version 0, BIP-350 Bech32m for the later ones).
 * An address identifies a family of networks, not one: the test networks and signet share their prefixes.
 */
import { AppError } from '@latchkey/protocol/errors'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { ripemd160, sha256 } from 'viem/utils'
import type { CaipNetworkId } from '../caip/caip2.ts'
import { bitcoin, bitcoinRegtest } from '../networks/registry.ts'

/** `witness`: a version or length without a meaning yet; anyone can spend coins sent there. */
export type BitcoinAddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'witness'
type Family = 'main' | 'test' | 'regtest'

/** An address of one Bitcoin network, decoded (base58check, BIP-173, BIP-350). */
export type BitcoinAddress = {
  /** Bech32 in lower case. */
  readonly address: string
  readonly type: BitcoinAddressType
  /** The hash of a key or script, key, or witness program that the address commits to. */
  readonly program: Uint8Array
}

const base58check = /* @__PURE__ */ createBase58check((bytes: Uint8Array) => sha256(bytes, 'bytes'))
// Regtest shares the test networks' prefixes in Base58Check, and has a different one in Bech32.
const base58Versions = new Map<number | undefined, readonly [BitcoinAddressType, readonly Family[]]>([
  [0x00, ['p2pkh', ['main']]],
  [0x05, ['p2sh', ['main']]],
  [0x6f, ['p2pkh', ['test', 'regtest']]],
  [0xc4, ['p2sh', ['test', 'regtest']]],
])
const bech32Prefixes = new Map<string, Family>([
  ['bc', 'main'],
  ['tb', 'test'],
  ['bcrt', 'regtest'],
])

const familyOf = (network: CaipNetworkId): Family =>
  network === bitcoin.caipNetworkId ? 'main' : network === bitcoinRegtest.caipNetworkId ? 'regtest' : 'test'

/**
 * Parses an untrusted address for one network: form, checksum, version, length, and prefix. Throws ADDRESS_INVALID.
 *
 * @param network a `bip122` network; one that isn't in the registry counts as a test network.
 */
export function parseBitcoinAddress(input: unknown, network: CaipNetworkId): BitcoinAddress {
  if (typeof input !== 'string' || input.length > 90) throw new AppError('ADDRESS_INVALID')
  const found = decodeSegwit(input) ?? decodeBase58(input)
  if (found === undefined || !found.families.includes(familyOf(network))) throw new AppError('ADDRESS_INVALID')
  const { address, type, program } = found
  return { address, type, program }
}

/** Returns whether `parseBitcoinAddress` accepts it. */
export function isBitcoinAddress(input: unknown, network: CaipNetworkId): boolean {
  try {
    parseBitcoinAddress(input, network)
    return true
  } catch {
    return false
  }
}

/**
 * Returns whether a public key may belong to an address. A script or a Taproot output commits to more than the key, so for those only the
 * key's form is checked.
 *
 * @param publicKey compressed (33 bytes), or for Taproot only its x coordinate (32 bytes).
 */
export function mayBeKeyOf({ type, program }: BitcoinAddress, publicKey: Uint8Array): boolean {
  const isCompressed = publicKey.length === 33 && (publicKey[0] === 2 || publicKey[0] === 3)
  if (type === 'p2tr') return isCompressed || publicKey.length === 32
  if (type === 'p2pkh' || type === 'p2wpkh') {
    const isWhole = type === 'p2pkh' && publicKey.length === 65 && publicKey[0] === 4
    const hash = ripemd160(sha256(publicKey, 'bytes'), 'bytes')
    return (isCompressed || isWhole) && hash.every((byte, index) => byte === program[index])
  }
  return isCompressed
}

type Found = BitcoinAddress & { families: readonly Family[] }

function decodeBase58(input: string): Found | undefined {
  const bytes = attempt(() => base58check.decode(input))
  const version = base58Versions.get(bytes?.[0])
  if (bytes?.length !== 21 || version === undefined) return undefined
  return { address: input, type: version[0], program: bytes.slice(1), families: version[1] }
}

function decodeSegwit(input: string): Found | undefined {
  for (const code of [bech32, bech32m]) {
    const decoded = attempt(() => code.decode(input as `${string}1${string}`))
    const [version, ...words] = decoded?.words ?? []
    const family = bech32Prefixes.get(decoded?.prefix ?? '')
    if (version === undefined || family === undefined) continue
    const program = attempt(() => code.fromWords(words))
    if (program === undefined || !isWitness(version, program.length) || (version === 0) !== (code === bech32)) continue
    return { address: input.toLowerCase(), type: witnessType(version, program.length), program, families: [family] }
  }
  return undefined
}

const isWitness = (version: number, length: number): boolean =>
  version <= 16 && length >= 2 && length <= 40 && (version !== 0 || length === 20 || length === 32)

function witnessType(version: number, length: number): BitcoinAddressType {
  if (version === 0) return length === 20 ? 'p2wpkh' : 'p2wsh'
  return version === 1 && length === 32 ? 'p2tr' : 'witness'
}

const attempt = <result>(decode: () => result): result | undefined => {
  try {
    return decode()
  } catch {
    return undefined
  }
}
