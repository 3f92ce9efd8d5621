/**
 * Answers `LatchkeyNameResolver`'s queries about a name in the zone (ENSIP-10), signed for that contract on that chain (ERC-3668).
 *
 * Requirements: a signature covers the answer to this exact query, for the name in it. A name that no account holds has empty records,
 * which are signed as well: an unsigned answer could be forged.
 */
import { etherCoinType, evmCoinType, networkOfCoinType } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import {
  type Address,
  bytesToString,
  concatHex,
  decodeFunctionData,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  hexToBytes,
  keccak256,
  namehash,
  parseAbi,
  zeroAddress,
  zeroHash,
} from 'viem'
import { type NameZone, placeOf } from './zoneRules.ts'
import type { ZoneName } from './zoneStore.ts'

const wildcardAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
const recordAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
  'function pubkey(bytes32 node) view returns (bytes32 x, bytes32 y)',
  'function ABI(bytes32 node, uint256 contentTypes) view returns (uint256, bytes)',
  'function name(bytes32 node) view returns (string)',
  'function interfaceImplementer(bytes32 node, bytes4 interfaceId) view returns (address)',
  'function zonehash(bytes32 node) view returns (bytes)',
  'function dnsRecord(bytes32 node, bytes32 name, uint16 resource) view returns (bytes)',
])
type RecordCall = ReturnType<typeof decodeFunctionData<typeof recordAbi>>

const emptyBytes = encodeAbiParameters([{ type: 'bytes' }], ['0x'])
/** Standard resolver records that names of the zone don't have. Apps read them in the same batch as others, so none of them may fail. */
const emptyRecords: Readonly<Record<Exclude<RecordCall['functionName'], 'addr' | 'text'>, Hex>> = {
  contenthash: emptyBytes,
  pubkey: concatHex([zeroHash, zeroHash]),
  ABI: encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes' }], [0n, '0x']),
  // An empty string is encoded as empty bytes are.
  name: emptyBytes,
  interfaceImplementer: zeroHash,
  zonehash: emptyBytes,
  dnsRecord: emptyBytes,
}
/** How long an answer is valid, in seconds: a released name stops resolving after that. The contract accepts an hour at most. */
const validSeconds = 300
/** The most bytes of a call: a name, and the query with a text record's key. */
const maxBytes = 1024

export type NameGateway = {
  resolver: Address
  chainId: number
  zone: NameZone
  /** Returns the name that an account holds for a label below one of the zone's parents, or null. */
  find: (place: { parent: string; label: string }) => Promise<ZoneName | null>
  /** Signs 32 bytes, with no prefix. */
  sign: (hash: Hex) => Promise<Hex>
}

/** Decodes a name in DNS wire format (RFC 1035); null when it is invalid. */
function decodeDnsName(packet: Uint8Array): string | null {
  const labels: string[] = []
  let at = 0
  for (;;) {
    const length = packet[at]
    if (length === undefined || length > 63) return null
    if (length === 0) return at + 1 === packet.length && labels.length > 0 ? labels.join('.') : null
    const label = packet.subarray(at + 1, at + 1 + length)
    if (label.length !== length) return null
    labels.push(bytesToString(label))
    at += 1 + length
  }
}

/** Returns a name's address for a coin (ENSIP-11): a key's on every EVM chain, a contract's only on its own chain. */
const addressFor = (name: ZoneName | null, coinType: bigint): Address | null => {
  if (name === null) return null
  const isEvm = coinType === BigInt(evmCoinType) || networkOfCoinType(Number(coinType)) !== null
  const isHeld = name.coinType === null ? isEvm : coinType === BigInt(name.coinType)
  return isHeld ? (name.address as Address) : null
}

const answerRecord = (call: RecordCall, name: ZoneName | null): Hex => {
  if (call.functionName === 'text') {
    const value = name !== null && Object.hasOwn(name.attributes, call.args[1]) ? name.attributes[call.args[1]] : ''
    return encodeAbiParameters([{ type: 'string' }], [value ?? ''])
  }
  if (call.functionName !== 'addr') return emptyRecords[call.functionName]
  const [, coinType] = call.args
  if (coinType === undefined)
    return encodeAbiParameters([{ type: 'address' }], [addressFor(name, BigInt(etherCoinType)) ?? zeroAddress])
  return encodeAbiParameters([{ type: 'bytes' }], [addressFor(name, coinType) ?? '0x'])
}

/**
 * Returns the arguments of the resolver's `resolveWithProof`. `question`: the call data of `resolve`. Throws INVALID_PARAMS for a call that
 * isn't one, of another name than it states, or longer than 1 KB.
 */
export async function answerNameQuery(gateway: NameGateway, question: Hex, now: Date): Promise<Hex> {
  const { call, place } = readQuestion(question, gateway.zone)
  const result = answerRecord(call, place === null ? null : await gateway.find(place))
  const expires = BigInt(Math.floor(now.getTime() / 1000) + validSeconds)
  const signed = encodePacked(
    ['bytes2', 'address', 'uint256', 'uint64', 'bytes32', 'bytes32'],
    ['0x1900', gateway.resolver, BigInt(gateway.chainId), expires, keccak256(question), keccak256(result)],
  )
  const signature = await gateway.sign(keccak256(signed))
  return encodeAbiParameters([{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }], [result, expires, signature])
}

function readQuestion(question: Hex, zone: NameZone) {
  const invalid = (cause?: unknown) => new AppError('INVALID_PARAMS', { cause, details: { field: 'data' } })
  if (question.length > 2 + 2 * maxBytes) throw invalid()
  try {
    const [packet, data] = decodeFunctionData({ abi: wildcardAbi, data: question }).args
    const name = decodeDnsName(hexToBytes(packet))
    const call = decodeFunctionData({ abi: recordAbi, data })
    // A resolver queries by the node, which must match the name.
    if (name === null || namehash(name) !== call.args[0]) throw invalid()
    return { call, place: placeOf(name, zone) }
  } catch (cause) {
    throw invalid(cause)
  }
}
