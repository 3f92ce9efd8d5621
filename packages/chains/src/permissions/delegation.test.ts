import { DelegationManager } from '@metamask/smart-accounts-kit/contracts'
import {
  decodeDelegations as kitDecode,
  encodeDelegations as kitEncode,
  hashDelegation as kitHash,
} from '@metamask/smart-accounts-kit/utils'
import { type Hex, hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { parseTypedData } from '../message/parseTypedData.ts'
import { typedDataDigest } from '../message/typedData.ts'
import { smartAccountContracts } from '../smartAccount/smartAccountContracts.ts'
import { random } from '../testing/random.ts'
import { thrown } from '../testing/thrown.ts'
import {
  type Delegation,
  decodePermissionContext,
  delegationHash,
  delegationTypedData,
  encodeDisableDelegation,
  encodePermissionContext,
  rootAuthority,
} from './delegation.ts'

const { hex, below, integer } = random(7715)
const address = () => toChecksumAddress(hex(20))
const bytes = () => hex(below(100))
const randomDelegation = (): Delegation => ({
  delegate: address(),
  delegator: address(),
  authority: below(2) === 0 ? rootAuthority : hex(32),
  caveats: Array.from({ length: below(6) }, () => ({ enforcer: address(), terms: bytes(), args: bytes() })),
  salt: integer(256),
  signature: hex(65),
})
const delegations = Array.from({ length: 50 }, randomDelegation)
/** Converts to the kit's form: the salt in hex. */
const kit = (delegation: Delegation) => ({
  ...delegation,
  salt: `0x${delegation.salt.toString(16)}` as Hex,
  caveats: [...delegation.caveats],
})

describe('the MetaMask smart accounts kit agrees', () => {
  test('on contexts, which come back as they were', () => {
    const context = encodePermissionContext(delegations)
    expect(context).toBe(kitEncode(delegations.map(kit)).toLowerCase())
    expect(decodePermissionContext(context)).toEqual(delegations)
    expect(kitDecode(context)).toHaveLength(delegations.length)
  })

  test('on the hash', () => {
    for (const delegation of delegations) expect(delegationHash(delegation)).toBe(kitHash(kit(delegation)))
  })

  test('on the call that disables one', () => {
    for (const delegation of delegations) {
      expect(encodeDisableDelegation(delegation)).toBe(
        DelegationManager.encode.disableDelegation({ delegation: kit(delegation) }).toLowerCase(),
      )
    }
  })
})

test('the typed data is signed for one chain and for the manager alone, without what its delegate may choose', () => {
  const [delegation] = delegations
  if (delegation === undefined) throw new Error('none')
  const digest = (chainId: number, each: Delegation) =>
    typedDataDigest(parseTypedData(delegationTypedData(each, chainId)))
  const types = {
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
  const verifyingContract = smartAccountContracts.delegationManager
  const domain = { name: 'DelegationManager', version: '1', chainId: 31337, verifyingContract }
  const theirs = hashTypedData({ domain, types, primaryType: 'Delegation', message: delegation })
  expect(`0x${Buffer.from(digest(31337, delegation)).toString('hex')}`).toBe(theirs)
  expect(digest(1, delegation)).not.toEqual(digest(31337, delegation))
  expect(digest(1, { ...delegation, signature: '0x' })).toEqual(digest(1, delegation))
})

test.each<[string, (context: Hex) => unknown]>([
  ['no text', () => 7],
  ['no bytes', () => '0x123'],
  ['empty', () => '0x'],
  ['cut short', (context) => context.slice(0, -64)],
  ['longer than it is', (context) => `${context}00`],
  ['with a hole', (context) => `${context.slice(0, 66)}${'0'.repeat(64)}${context.slice(66)}`],
])('a context that is %s is refused', (_, spoil) => {
  const context = encodePermissionContext(delegations.slice(0, 1))
  expect(thrown(() => decodePermissionContext(spoil(context)))).toBe('INVALID_PARAMS')
})
