import type { EvmAddress } from '../address/evmAddress.ts'
import { smartAccountContracts } from '../smartAccount/smartAccountContracts.ts'
import { type Caveat, type Delegation, rootAuthority } from './delegation.ts'
import { type Limit, type Permission, permissionTypes } from './permissionTypes.ts'
import { decodeTerms, encodeTerms } from './terms.ts'

/** A permission that an account grants a signer. */
export type PermissionGrant = {
  account: EvmAddress
  /** The delegate, who can't delegate further. */
  signer: EvmAddress
  /** Seconds since 1970; the permission ends then. */
  expiry: number
  /** Maximum number of calls; null: unlimited. */
  callLimit: number | null
  permission: Permission
}

const { enforcers } = smartAccountContracts

/** Returns the unsigned delegation for a grant. `salt`: 32 random bytes, so that every grant is distinct. */
export const delegationOfGrant = (grant: PermissionGrant, salt: bigint): Delegation => ({
  delegate: grant.signer,
  delegator: grant.account,
  authority: rootAuthority,
  caveats: limitsOf(grant).map(([name, terms]): Caveat => ({ enforcer: enforcers[name], terms, args: '0x' })),
  salt,
  signature: '0x',
})

/** The redeemer limit keeps the signer from redelegating the permission. */
const limitsOf = ({ signer, expiry, callLimit, permission }: PermissionGrant): readonly Limit[] => [
  ['redeemer', encodeTerms(['address'], [signer])],
  ['timestamp', encodeTerms(['uint128', 'uint128'], [0n, BigInt(expiry)])],
  ...(callLimit === null ? [] : [['limitedCalls', encodeTerms(['uint256'], [BigInt(callLimit)])] as const]),
  ...typeLimits(permission),
]

/** The compiler can't infer that a permission matches its type's row. */
const typeLimits = (permission: Permission): readonly Limit[] =>
  (permissionTypes[permission.type].limits as (each: Permission) => readonly Limit[])(permission)

/**
 * Reads a grant from a delegation's caveats only; null for a delegation that `delegationOfGrant` would not create: more, fewer or other
 * caveats, another order, redelegated. It contains no function names.
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

/** A type or policy and its data, in ERC-7715 form. */
export type PermissionTerm = { type: string; data: Record<string, unknown> }

/** Returns a grant in ERC-7715 form: a list with its one permission, and the policies. */
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
