import { encodeBitcoinScript, formatSolanaAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import {
  type Abi,
  type Address,
  bytesToHex,
  decodeAbiParameters,
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  hexToBytes,
  parseAbi,
  size,
  zeroAddress,
} from 'viem'
import { namehash, packetToBytes } from 'viem/ens'
import type { EnsSettings } from '../nameZone/ensSettings.ts'
import { batchGateway, type CallWithLookups, type LookupBudget, Reverted } from './offchainLookup.ts'

const universalResolverAbi = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes result, address resolver)',
  'function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string primary, address resolver, address reverseResolver)',
  'error ResolverNotFound(bytes name)',
  'error ResolverNotContract(bytes name, address resolver)',
  'error UnsupportedResolverProfile(bytes4 selector)',
  'error ReverseAddressMismatch(string primary, bytes primaryAddress)',
  'error ResolverError(bytes errorData)',
])
const resolverAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
])
const coinAbi = parseAbi(['function addr(bytes32 node, uint256 coinType) view returns (bytes)'])

/** Of Ethereum, in SLIP-44. */
export const ether = 60

/**
 * Reads single records of names, null where there is none. All methods throw CHAIN_UNREACHABLE when the chain is unreachable, and
 * SERVICE_UNREACHABLE when the record can't be determined: a gateway is unreachable, lies, or never ends.
 *
 * A name is normal (ENSIP-15), as `isNormalName` checks.
 */
export type EnsRecords = {
  /** The bytes of an address (ENSIP-9), by SLIP-44 or ENSIP-11. */
  address(name: string, coinType: number, budget: LookupBudget): Promise<Hex | null>
  text(name: string, key: string, budget: LookupBudget): Promise<string | null>
  /** Returns the name that an Ethereum address claims. Anyone can claim any name: it may resolve to another address. */
  nameOf(address: Address, budget: LookupBudget): Promise<string | null>
}

export function createEnsRecords({ universalResolver }: EnsSettings, call: CallWithLookups): EnsRecords {
  /** Returns the Universal Resolver's answer; null when it reports that there is no such record. */
  const ask = async (functionName: string, args: readonly unknown[], budget: LookupBudget): Promise<unknown> => {
    const data = encodeFunctionData({ abi: universalResolverAbi as Abi, functionName, args: [...args, [batchGateway]] })
    let answer: Hex
    try {
      answer = await call(universalResolver, data, budget)
    } catch (error) {
      if (error instanceof Reverted && isAbsence(error)) return null
      throw error instanceof Reverted ? new AppError('SERVICE_UNREACHABLE', { cause: error }) : error
    }
    try {
      const [first] = decodeFunctionResult({
        abi: universalResolverAbi as Abi,
        functionName,
        data: answer,
      }) as unknown[]
      return first
    } catch (cause) {
      // There is no Universal Resolver: no name can be resolved.
      throw new AppError('SERVICE_UNREACHABLE', { cause })
    }
  }
  const resolve = async (name: string, data: Hex, budget: LookupBudget): Promise<Hex | null> => {
    const result = (await ask('resolveWithGateways', [bytesToHex(packetToBytes(name)), data], budget)) as Hex | null
    return result === '0x' ? null : result
  }

  return {
    async address(name, coinType, budget) {
      const node = namehash(name)
      if (coinType === ether) {
        const asked = encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node] })
        const [address] = decode('address', await resolve(name, asked, budget))
        return address === undefined || address === zeroAddress ? null : (address as Address)
      }
      const asked = encodeFunctionData({ abi: coinAbi, functionName: 'addr', args: [node, BigInt(coinType)] })
      const [bytes] = decode('bytes', await resolve(name, asked, budget))
      return bytes === undefined || bytes === '0x' ? null : (bytes as Hex)
    },
    async text(name, key, budget) {
      const asked = encodeFunctionData({ abi: resolverAbi, functionName: 'text', args: [namehash(name), key] })
      const [text] = decode('string', await resolve(name, asked, budget))
      return text === undefined || text === '' ? null : text
    },
    async nameOf(address, budget) {
      const name = (await ask('reverseWithGateways', [address, BigInt(ether)], budget)) as string | null
      return name === '' ? null : name
    },
  }
}

/** Decodes a resolver's answer; empty when it is not of that type: such a resolver has no such record. */
function decode(type: 'address' | 'bytes' | 'string', result: Hex | null): readonly string[] {
  if (result === null) return []
  try {
    return decodeAbiParameters([{ type }], result) as readonly string[]
  } catch {
    return []
  }
}

const absences: readonly string[] = [
  'ResolverNotFound',
  'ResolverNotContract',
  'UnsupportedResolverProfile',
  'ReverseAddressMismatch',
]

/** A resolver that reverts by itself has no such record. If a gateway was involved, the cause is unknown. */
function isAbsence({ data, isAfterLookup }: Reverted): boolean {
  try {
    const { errorName } = decodeErrorResult({ abi: universalResolverAbi, data })
    return absences.includes(errorName) || (errorName === 'ResolverError' && !isAfterLookup)
  } catch {
    return false
  }
}

const bitcoin = 0
const solana = 501
/** ENSIP-11. */
const firstEvm = 0x80000000

/** The coin types of our networks, beside those of single EVM chains: Ethereum, Bitcoin, Solana, and any EVM chain (ENSIP-19). */
export const commonCoinTypes: readonly number[] = [ether, bitcoin, solana, firstEvm]
export const evmCoinType = (chainId: number): number => (firstEvm | chainId) >>> 0

/** Formats the bytes that a name has for an address (ENSIP-9); null for bytes that are no address. */
export function addressText(coinType: number, bytes: Hex): string | null {
  if (coinType === ether || coinType >= firstEvm)
    return size(bytes) === 20 && bytes !== zeroAddress ? getAddress(bytes) : null
  if (coinType === solana) return size(bytes) === 32 ? formatSolanaAddress(hexToBytes(bytes)) : null
  return coinType === bitcoin ? encodeBitcoinScript(hexToBytes(bytes)) : null
}

const maxCharacters = 2_048
const maxInline = 32 * 1024
/** An `img` runs no scripts and loads nothing, SVG included. */
const inline = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/
/** ENSIP-12 has both. */
const ipfs = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{32,128}(?:\/[^\s?#]*)?)$/

/**
 * Returns the URL of the image in an avatar record (ENSIP-12): https, a small image in the record itself, or IPFS through the operator's
 * gateway. Null for anything else; an NFT's image (`eip155:…`) is not read.
 */
export function avatarUrl(record: string, ipfsGateway: string | undefined): string | null {
  if (record.startsWith('data:')) return record.length <= maxInline && inline.test(record) ? record : null
  if (record.length > maxCharacters) return null
  const [, path] = ipfs.exec(record) ?? []
  if (path !== undefined && ipfsGateway === undefined) return null
  const url = URL.parse(path === undefined ? record : `${ipfsGateway}/ipfs/${path}`)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  return url.href
}
