/**
 * A delegation of the Delegation Framework 1.3.0 (ERC-7710): an account lets another act for it, within caveats that contracts enforce. It
 * is valid on one chain, that of its signing domain, until the account disables it.
 */
import { hashStruct } from 'viem/utils'
import type { EvmAddress } from '../address/evmAddress.ts'
import { parseAbiSignature } from '../calldata/abiSignature.ts'
import { decodeArguments } from '../calldata/decodeArguments.ts'
import { encodeArguments, encodeFunction, type FunctionEntry } from '../calldata/encodeArguments.ts'
import { type Hex, parseHexBytes } from '../hex/hex.ts'
import { parseTypedData } from '../message/parseTypedData.ts'
import { formatTypedData, type TypedDataStruct } from '../message/typedData.ts'
import { refuse } from '../refuse.ts'
import { smartAccountContracts } from '../smartAccount/smartAccountContracts.ts'

/** One limit: the contract that enforces it, and its terms. `args` are chosen on redemption and aren't signed. */
export type Caveat = { enforcer: EvmAddress; terms: Hex; args: Hex }

/** A delegation of the Delegation Framework (ERC-7710): the struct that is hashed, signed and redeemed. */
export type Delegation = {
  /** The account that may act. */
  delegate: EvmAddress
  /** The account that it acts for. */
  delegator: EvmAddress
  /** The hash of the parent delegation that this one redelegates; `rootAuthority` when there is none. */
  authority: Hex
  caveats: readonly Caveat[]
  /** Distinguishes two delegations with the same limits. */
  salt: bigint
  /** `0x` until it is signed. */
  signature: Hex
}

/** The `authority` of a delegation that comes directly from the delegator, without a parent delegation. */
export const rootAuthority: Hex = `0x${'ff'.repeat(32)}`

const structs = {
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
} as const

/** Returns the signed part of a delegation. */
const messageOf = ({ delegate, delegator, authority, caveats, salt }: Delegation) => ({
  delegate,
  delegator,
  authority,
  caveats: caveats.map(({ enforcer, terms }) => ({ enforcer, terms })),
  salt,
})

/** Returns the typed data (EIP-712) to sign for a chain, as JSON text that `parseTypedData` parses to the same result. */
export const delegationTypedData = (delegation: Delegation, chainId: number): string =>
  formatTypedData(
    parseTypedData({
      types: structs,
      primaryType: 'Delegation',
      domain: {
        name: 'DelegationManager',
        version: '1',
        chainId: BigInt(chainId),
        verifyingContract: smartAccountContracts.delegationManager,
      },
      message: messageOf(delegation),
    }),
  )

/** Returns the id of a delegation at its manager, and `pci` at the api: the hash of its signed part, without the chain. */
export const delegationHash = (delegation: Delegation): Hex =>
  hashStruct({ types: structs, primaryType: 'Delegation', data: messageOf(delegation) })

const tuple =
  '(address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature)'
const contextInputs = () => parseAbiSignature(`context(${tuple}[] delegations)`).inputs

/** Encodes a permission context (ERC-7710, ERC-7715), which its delegate redeems. */
export const encodePermissionContext = (delegations: readonly Delegation[]): Hex =>
  encodeArguments(contextInputs(), { delegations: delegations as unknown as readonly TypedDataStruct[] })

/**
 * Decodes a permission context: only the encoding of `encodePermissionContext`, so that one delegation has one form. Throws INVALID_PARAMS
 * (`details.field`: `context`).
 */
export function decodePermissionContext(context: unknown): readonly Delegation[] {
  const values = decodeArguments(contextInputs(), parseHexBytes(context, 'context')) ?? refuse('context')
  return values.delegations as unknown as readonly Delegation[]
}

const disable: FunctionEntry = ['0x49934047', `disableDelegation(${tuple} delegation)`]
const isDisabled: FunctionEntry = ['0x2d40d052', 'disabledDelegations(bytes32 delegationHash)']

/** Returns the delegation manager's calldata that revokes a delegation. Only the delegator can send it. */
export const encodeDisableDelegation = (delegation: Delegation): Hex =>
  encodeFunction(disable, { delegation: delegation as unknown as TypedDataStruct })

/** Encodes a call of the delegation manager that returns whether a delegation was disabled: one word, 0 or 1. */
export const encodeIsDisabled = (hash: Hex): Hex => encodeFunction(isDisabled, { delegationHash: hash })
