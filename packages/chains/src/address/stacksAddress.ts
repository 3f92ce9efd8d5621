/** Addresses of Stacks: `S`, a version for the network, and in c32 a 20-byte hash with the first four bytes of its checksum (SIP-005). */
import { AppError } from '@latchkey/protocol/errors'
import { sha256 } from 'viem/utils'
import type { CaipNetworkId } from '../caip/caip2.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Versions of keys and of scripts, with the network's CAIP-2 id. */
const versions: ReadonlyMap<number, CaipNetworkId<'stacks'>> = new Map([
  [22, 'stacks:1'],
  [20, 'stacks:1'],
  [26, 'stacks:2147483648'],
  [21, 'stacks:2147483648'],
])
const hashLength = 20
const checksumLength = 4

/** Parses an untrusted address: form, version and checksum. Returns its network. Throws ADDRESS_INVALID. */
export function parseStacksAddress(input: unknown): { address: string; network: CaipNetworkId<'stacks'> } {
  if (typeof input !== 'string' || !/^S[0-9A-HJKMNP-TV-Z]{27,40}$/.test(input)) throw new AppError('ADDRESS_INVALID')
  const version = alphabet.indexOf(input.charAt(1))
  const network = versions.get(version)
  let number = 0n
  for (const digit of input.slice(2)) number = number * 32n + BigInt(alphabet.indexOf(digit))
  const digits = number.toString(16).padStart((hashLength + checksumLength) * 2, '0')
  const hash = digits.slice(0, hashLength * 2)
  const checksum = sha256(sha256(`0x${version.toString(16).padStart(2, '0')}${hash}`)).slice(2, 2 + checksumLength * 2)
  if (network === undefined || digits !== hash + checksum) throw new AppError('ADDRESS_INVALID')
  return { address: input, network }
}
