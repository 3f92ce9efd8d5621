import * as z from 'zod/mini'
import { emailShape } from './isEmail.ts'
import { loginProviderIds } from './loginProviders.ts'

/** Schemas that several rows share. Semantic checks (checksum, fees, typed data) belong to `@latchkey/chains`. */

/** `0x` and whole bytes; may be empty. */
export const hexBytes = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))
/** A JSON-RPC quantity: `0x` and at least one digit. */
export const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
/** 32 bytes in hex, with `0x`, in either case. */
export const hash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
/** Twenty bytes in hex, in any case. */
export const evmAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
/** The named blocks of the Ethereum JSON-RPC specification. */
export const blockTag = z.enum(['latest', 'earliest', 'pending', 'safe', 'finalized'])
/** A block by number or tag, or by hash as in EIP-1898. */
export const block = z.union([
  blockTag,
  quantity,
  z.object({ blockHash: hash, requireCanonical: z.optional(z.boolean()) }),
  z.object({ blockNumber: quantity }),
])
/** A JSON object whose fields the method's own standard defines. */
export const jsonObject = z.record(z.string(), z.unknown())

/** A chain as the app sends it: a number, a hex quantity, CAIP-2, or a bare Solana reference. */
export const chainIdInput = z.union([
  z.number().check(z.int(), z.positive()),
  z.string().check(z.minLength(1), z.maxLength(64)),
])
/** A chain as the frame returns it: EVM as a number, Solana as `solana:<reference>`. */
export const chainIdOutput = z.union([
  z.number().check(z.int(), z.positive()),
  z.string().check(z.regex(/^solana:[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
])
/** Bytes in base58 (Bitcoin's alphabet), as Solana writes them. */
export const base58 = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]+$/))
/** A Solana public key: 32 bytes in base58. */
export const solanaAddress = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
/** Login providers (`loginProviders.ts`). */
export const socialProvider = z.enum(loginProviderIds)
/** `eoa` is a standard account, with a key only; `smartAccount` is a contract (ERC-4337, EIP-7702). */
export const accountType = z.enum(['eoa', 'smartAccount'])
/** The CAIP-2 namespaces of the frame protocol (specification section 3). */
export const chainNamespace = z.enum(['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'])

/** An email address, at most 254 characters. */
export const email = z.string().check(z.maxLength(254), z.regex(emailShape))
