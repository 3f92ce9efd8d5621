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
 * Single records of names, null where there is none. All throw CHAIN_UNREACHABLE when the chain cannot be asked, and
 * SERVICE_UNREACHABLE when nobody can say: a gateway is away, lies, or has no end.
 *
 * A name is normal (ENSIP-15), as `isNormalName` says.
 */
export type EnsRecords = {
  /** The bytes of an address (ENSIP-9), by SLIP-44 or ENSIP-11. */
  address(name: string, coinType: number, budget: LookupBudget): Promise<Hex | null>
  text(name: string, key: string, budget: LookupBudget): Promise<string | null>
  /** What an address of Ethereum calls itself. Anybody can call themselves anything: it may lead elsewhere. */
  nameOf(address: Address, budget: LookupBudget): Promise<string | null>
}

export function createEnsRecords({ universalResolver }: EnsSettings, call: CallWithLookups): EnsRecords {
  /** What the Universal Resolver answers; null when it says that there is no such record. */
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
      // No Universal Resolver is there: nothing can be said of any name.
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

/** What a resolver has written, empty for what is nothing of that type: a resolver that makes no sense has no such record. */
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

/** A resolver that refuses by itself has no such record. Once a gateway had a hand in it, nobody knows. */
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

/** The coin types of what we have networks for, beside those of single EVM chains: Ethereum, Bitcoin, Solana, and any EVM chain (ENSIP-19). */
export const commonCoinTypes: readonly number[] = [ether, bitcoin, solana, firstEvm]
export const evmCoinType = (chainId: number): number => (firstEvm | chainId) >>> 0

/** An address as people write it, of the bytes that a name has for it (ENSIP-9); null for bytes that are no address. */
export function addressText(coinType: number, bytes: Hex): string | null {
  if (coinType === ether || coinType >= firstEvm)
    return size(bytes) === 20 && bytes !== zeroAddress ? getAddress(bytes) : null
  if (coinType === solana) return size(bytes) === 32 ? formatSolanaAddress(hexToBytes(bytes)) : null
  return coinType === bitcoin ? encodeBitcoinScript(hexToBytes(bytes)) : null
}

const maxCharacters = 2_048
const maxInline = 32 * 1024
/** A picture in an `img` runs no scripts and loads nothing, SVG included. */
const inline = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/
/** ENSIP-12 has both. */
const ipfs = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{32,128}(?:\/[^\s?#]*)?)$/

/**
 * The picture that an avatar record gives (ENSIP-12), as an address that a page can load: https, a small picture in the record
 * itself, or IPFS by way of the operator's gateway. Null for anything else; a token's picture (`eip155:…`) is not read.
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
