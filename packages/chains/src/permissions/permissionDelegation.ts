import type { EvmAddress } from '../address/evmAddress.ts'
import { smartAccountContracts } from '../smartAccount/smartAccountContracts.ts'
import { type Caveat, type Delegation, rootAuthority } from './delegation.ts'
import { type Limit, type Permission, permissionTypes } from './permissionTypes.ts'
import { decodeTerms, encodeTerms } from './terms.ts'

/** What an account lets a signer do. */
export type PermissionGrant = {
  account: EvmAddress
  /** The delegate, who can't delegate further. */
  signer: EvmAddress
  /** Seconds since 1970; from then on no more. */
  expiry: number
  /** How often in all; null: any number of times. */
  callLimit: number | null
  permission: Permission
}

const { enforcers } = smartAccountContracts

/** The delegation that grants it, not yet signed. `salt`: 32 random bytes, so that no two grants are one. */
export const delegationOfGrant = (grant: PermissionGrant, salt: bigint): Delegation => ({
  delegate: grant.signer,
  delegator: grant.account,
  authority: rootAuthority,
  caveats: limitsOf(grant).map(([name, terms]): Caveat => ({ enforcer: enforcers[name], terms, args: '0x' })),
  salt,
  signature: '0x',
})

/** The redeemer's limit keeps the signer from handing on what was granted to them. */
const limitsOf = ({ signer, expiry, callLimit, permission }: PermissionGrant): readonly Limit[] => [
  ['redeemer', encodeTerms(['address'], [signer])],
  ['timestamp', encodeTerms(['uint128', 'uint128'], [0n, BigInt(expiry)])],
  ...(callLimit === null ? [] : [['limitedCalls', encodeTerms(['uint256'], [BigInt(callLimit)])] as const]),
  ...typeLimits(permission),
]

/** The compiler cannot see that a permission meets the row of its own type. */
const typeLimits = (permission: Permission): readonly Limit[] =>
  (permissionTypes[permission.type].limits as (each: Permission) => readonly Limit[])(permission)

/**
 * What a delegation grants, by its caveats alone; null for one that `delegationOfGrant` would not make: more, fewer or other
 * caveats, another order, handed on. Names of functions are not in it.
 */
export function grantOfDelegation(delegation: Delegation): PermissionGrant | null {
  const { delegate, delegator, caveats } = delegation
  const at = (index: number): Caveat | undefined => caveats[index]
  const [, expiry = 0n] = decodeTerms(['uint128', 'uint128'], at(1)?.terms ?? '0x') ?? []
  const isCounted = at(2)?.enforcer === enforcers.limitedCalls
  const [calls = 0n] = (isCounted && decodeTerms(['uint256'], at(2)?.terms ?? '0x')) || []
  const terms = caveats.slice(isCounted ? 3 : 2).map((caveat) => caveat.terms)
  const written = caveatsText(caveats)
  for (const { read } of Object.values(permissionTypes)) {
    const permission = read(terms)
    if (permission === null) continue
    const grant: PermissionGrant = {
      account: delegator,
      signer: delegate,
      expiry: Number(expiry),
      callLimit: isCounted ? Number(calls) : null,
      permission,
    }
    const { authority, caveats: expected } = delegationOfGrant(grant, delegation.salt)
    if (caveatsText(expected) === written && authority === delegation.authority) return grant
  }
  return null
}

const caveatsText = (caveats: readonly Caveat[]): string =>
  caveats.map(({ enforcer, terms, args }) => `${enforcer} ${terms} ${args}`).join()

/** A type or policy and its data, as ERC-7715 writes them. */
export type PermissionTerm = { type: string; data: Record<string, unknown> }

/** A grant as ERC-7715 writes it: the permission in a list of one, and the policies beside it. */
export function termsOfGrant({ permission, callLimit }: PermissionGrant): {
  permissions: readonly PermissionTerm[]
  policies: readonly PermissionTerm[]
} {
  const toData = permissionTypes[permission.type].toData as (each: Permission) => Record<string, unknown>
  return {
    permissions: [{ type: permission.type, data: toData(permission) }],
    policies: callLimit === null ? [] : [{ type: 'call-limit', data: { count: callLimit } }],
  }
}
