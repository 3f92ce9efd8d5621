import { ANY_BENEFICIARY, getSmartAccountsEnvironment } from '@metamask/smart-accounts-kit'
import { createCaveatBuilder } from '@metamask/smart-accounts-kit/utils'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { smartAccountContracts } from '../smartAccount/smartAccountContracts.ts'
import { type Delegation, decodePermissionContext, encodePermissionContext } from './delegation.ts'
import { type PermissionRequest, parsePermissionRequest } from './parsePermissionRequest.ts'
import { delegationOfGrant, grantOfDelegation, type PermissionGrant, termsOfGrant } from './permissionDelegation.ts'

const account = toChecksumAddress(`0x${'a1'.repeat(20)}`)
const owner = toChecksumAddress(`0x${'0e'.repeat(20)}`)
const signer = toChecksumAddress(`0x${'5e'.repeat(20)}`)
const token = toChecksumAddress(`0x${'70'.repeat(20)}`)
const now = 1_800_000_000
const expiry = now + 86_400
const requester = { account, owner, chainId: 31337, now }

type Asked = { type: string; data: Record<string, unknown>; policies?: Record<string, unknown>[] }
const request = (asked: Asked, more: Partial<PermissionRequest> = {}): PermissionRequest => ({
  chainId: '0x7a69',
  expiry,
  signer: { type: 'account', data: { address: signer } },
  permissions: [asked],
  ...more,
})
const native: Asked = { type: 'native-token-transfer', data: { allowance: '0x5' } }
const period = { periodAmount: '0x5', periodDuration: 86_400, startTime: now }
const call: Asked = { type: 'contract-call', data: { address: token, functions: ['mint(uint256)', '0xA1B2C3D4'] } }
const parse = (asked: Asked, more?: Partial<PermissionRequest>): PermissionGrant =>
  parsePermissionRequest(request(asked, more), requester)

const reasonOf = (asked: Asked, more?: Partial<PermissionRequest>): unknown => {
  try {
    return parse(asked, more)
  } catch (error) {
    const { name, details } = error as { name: string; details: { reason?: string } }
    return details.reason === undefined ? name : `${name}: ${details.reason}`
  }
}

/** The kit's own caveats, as pairs of enforcer and terms. */
const kit = (add: (builder: ReturnType<typeof createCaveatBuilder>) => ReturnType<typeof createCaveatBuilder>) =>
  add(createCaveatBuilder(getSmartAccountsEnvironment(11155111)))
    .build()
    .map(({ enforcer, terms }) => [enforcer, terms.toLowerCase()])
const always = kit((caveats) =>
  caveats
    .addCaveat('redeemer', { redeemers: [signer] })
    .addCaveat('timestamp', { afterThreshold: 0, beforeThreshold: expiry }),
)
const noData = { calldata: '0x' } as const
const noCoins = { maxValue: 0n }
const periodTerms = { periodAmount: 5n, periodDuration: 86_400, startDate: now }

describe('a type becomes caveats as the kit writes them, and is read back from them', () => {
  test.each<[Asked, Parameters<typeof kit>[0]]>([
    [
      native,
      (caveats) => caveats.addCaveat('nativeTokenTransferAmount', { maxAmount: 5n }).addCaveat('exactCalldata', noData),
    ],
    [
      { type: 'native-token-periodic', data: period },
      (caveats) => caveats.addCaveat('nativeTokenPeriodTransfer', periodTerms).addCaveat('exactCalldata', noData),
    ],
    [
      { type: 'erc20-token-transfer', data: { address: token, allowance: '0x5' } },
      (caveats) =>
        caveats.addCaveat('erc20TransferAmount', { tokenAddress: token, maxAmount: 5n }).addCaveat('valueLte', noCoins),
    ],
    [
      { type: 'erc20-token-periodic', data: { tokenAddress: token, ...period } },
      (caveats) =>
        caveats
          .addCaveat('erc20PeriodTransfer', { tokenAddress: token, ...periodTerms })
          .addCaveat('valueLte', noCoins),
    ],
    [
      call,
      (caveats) =>
        caveats
          .addCaveat('allowedTargets', { targets: [token] })
          .addCaveat('allowedMethods', { selectors: ['0xa0712d68', '0xa1b2c3d4'] })
          .addCaveat('valueLte', noCoins),
    ],
  ])('%j', (asked, theirs) => {
    for (const callLimit of [null, 3]) {
      const policies = callLimit === null ? [] : [{ type: 'call-limit', data: { count: callLimit } }]
      const grant = parse(asked, { policies })
      const delegation = delegationOfGrant(grant, 7n)
      const counted = callLimit === null ? [] : kit((caveats) => caveats.addCaveat('limitedCalls', { limit: 3 }))
      const written = delegation.caveats.map(({ enforcer, terms }) => [enforcer, terms])
      expect(written).toEqual([...always, ...counted, ...kit(theirs)])
      const [again] = decodePermissionContext(encodePermissionContext([delegation]))
      const read = again && grantOfDelegation(again)
      expect(JSON.parse(text(read))).toEqual(JSON.parse(text(withoutNames(grant))))
      expect(termsOfGrant(grant).policies).toEqual(policies)
    }
  })
})

test('a grant is answered in the words of its request', () => {
  for (const asked of [native, { type: 'erc20-token-periodic', data: { tokenAddress: token, ...period } }]) {
    expect(termsOfGrant(parse(asked)).permissions).toEqual([asked])
  }
  expect(termsOfGrant(parse(call)).permissions).toEqual([
    { type: 'contract-call', data: { address: token, functions: ['mint(uint256)', '0xa1b2c3d4'] } },
  ])
})

test('viem’s shape: the limit as a policy, the signer as an id, the network of the request', () => {
  const policies = [{ type: 'token-allowance', data: { allowance: '0x5' } }]
  const signerById = { type: 'account', data: { id: signer } }
  const asked = { type: 'native-token-transfer', data: { ticker: 'ETH' }, policies }
  expect(parse(asked, { chainId: undefined, signer: signerById })).toEqual({ ...parse(native) })
})

test.each([
  [{ selectors: ['0xa9059cbb'] }],
  [{ calls: ['function transfer(address to, uint256 amount) returns (bool)'] }],
  [{ functions: ['transfer(address,uint256)', 'transfer(address,uint256)'] }],
  [{ functions: [{ functionName: 'transfer(address,uint256)', args: [], valueLimit: '0x0' }] }],
  [
    {
      functions: [{ functionName: 'transfer' }],
      abi: [
        { type: 'event', name: 'transfer', inputs: [] },
        { type: 'function', name: 'transfer', inputs: [{ type: 'address' }, { type: 'uint256' }] },
      ],
    },
  ],
])('functions are named as clients name them: %j', (data) => {
  const { permission } = parse({ type: 'contract-call', data: { address: token, ...data } })
  expect(permission).toMatchObject({ functions: [{ selector: '0xa9059cbb' }] })
})

test('a tuple of an ABI is written out', () => {
  const components = [{ type: 'address' }, { type: 'tuple[]', components: [{ type: 'bytes' }] }]
  const abi = [{ type: 'function', name: 'run', inputs: [{ type: 'tuple[2]', components }, { type: 'bool' }] }]
  const { permission } = parse({
    type: 'contract-call',
    data: { address: token, abi, functions: [{ functionName: 'run' }] },
  })
  expect(permission).toMatchObject({ functions: [{ signature: 'run((address,(bytes)[])[2],bool)' }] })
})

describe('is refused, and says why:', () => {
  const contract = (data: Record<string, unknown>): Asked => ({
    type: 'contract-call',
    data: { address: token, ...data },
  })
  test.each<[string, Asked, Partial<PermissionRequest>, string]>([
    ['an unknown type', { ...native, type: 'everything' }, {}, 'its type “everything” is not known'],
    ['a type of the prototype', { ...native, type: 'constructor' }, {}, 'its type “constructor” is not known'],
    [
      'several in one',
      native,
      { permissions: [native, native] },
      'it is more than one, and each is agreed to by itself',
    ],
    ['no end', native, { expiry: undefined }, 'it has no end'],
    ['ended', native, { expiry: now }, 'it has ended already'],
    ['milliseconds', native, { expiry: expiry * 1000 }, 'it would last longer than a year'],
    ['no signer', native, { signer: undefined }, 'it does not name the account that may act'],
    ['the wallet as signer', native, { signer: { type: 'wallet' } }, 'it does not name the account that may act'],
    ['itself', native, { signer: { type: 'account', data: { address: account } } }, 'it is for the account itself'],
    ['its owner', native, { signer: { type: 'account', data: { address: owner } } }, 'it is for the account itself'],
    ['anybody', native, { signer: { type: 'account', data: { address: ANY_BENEFICIARY } } }, 'it is for anybody'],
    ['nobody', native, { signer: { type: 'account', data: { address: `0x${'00'.repeat(20)}` } } }, 'it is for anybody'],
    ['no limit', { ...native, data: {} }, {}, 'it has no limit'],
    ['a limit of nothing', { ...native, data: { allowance: '0x0' } }, {}, 'its limit is nothing'],
    ['no real limit', { ...native, data: { allowance: `0x${'f'.repeat(64)}` } }, {}, 'it is without limit'],
    ['a negative limit', { ...native, data: { allowance: '-5' } }, {}, 'it has no limit'],
    ['a limit and a half', { ...native, data: { allowance: 1.5 } }, {}, 'it has no limit'],
    [
      'two limits',
      native,
      { policies: [{ type: 'token-allowance', data: { allowance: '0x6' } }] },
      'it has two limits',
    ],
    ['an unknown field', { ...native, data: { allowance: '0x5', to: token } }, {}, '“to” is not known of this type'],
    ['an unknown policy', native, { policies: [{ type: 'weekdays', data: {} }] }, 'its policy “weekdays” is not known'],
    [
      'a limit of calls twice',
      { ...native, policies: [{ type: 'call-limit', data: { count: 1 } }] },
      { policies: [{ type: 'call-limit', data: { count: 2 } }] },
      'its policy “call-limit” is not known',
    ],
    [
      'a limit of gas',
      native,
      { policies: [{ type: 'gas-limit', data: { limit: '0x5' } }] },
      'limits of gas, which its user pays',
    ],
    ['no calls', native, { policies: [{ type: 'call-limit', data: { count: 0 } }] }, 'its number of calls'],
    [
      'a short period',
      { type: 'native-token-periodic', data: { ...period, periodDuration: 1 } },
      {},
      'its period is not between a minute and a year',
    ],
    [
      'a start after the end',
      { type: 'native-token-periodic', data: { ...period, startTime: expiry } },
      {},
      'it starts after its end',
    ],
    ['no functions', contract({}), {}, 'it does not say which functions'],
    ['an empty list of functions', contract({ functions: [] }), {}, 'it does not say which functions'],
    ['two lists of functions', contract({ functions: ['f()'], calls: ['g()'] }), {}, 'it does not say which functions'],
    ['a function by name alone', contract({ functions: ['mint'] }), {}, 'a function without its signature'],
    ['a function in words', contract({ functions: ['mint (all) of (it)'] }), {}, 'a function that cannot be read'],
    [
      'a function that the ABI has twice',
      contract({
        functions: [{ functionName: 'f' }],
        abi: [
          { type: 'function', name: 'f', inputs: [] },
          { type: 'function', name: 'f', inputs: [{ type: 'bool' }] },
        ],
      }),
      {},
      'a function that the ABI does not name, or names more than once',
    ],
    [
      'limits of arguments',
      contract({ functions: [{ functionName: 'f()', args: [{ operator: 'EQUAL', value: '0x1' }] }] }),
      {},
      'limits on the arguments of a call',
    ],
    [
      'calls with coins',
      contract({ functions: [{ functionName: 'f()', valueLimit: '0x1' }] }),
      {},
      'calls that carry coins',
    ],
    ...[account, owner, smartAccountContracts.delegationManager, smartAccountContracts.entryPoint].map(
      (address): [string, Asked, Partial<PermissionRequest>, string] => [
        `calls of the account’s own ${address}`,
        contract({ address, functions: ['f()'] }),
        {},
        'it is about the account itself',
      ],
    ),
  ])('%s', (_, asked, more, reason) => {
    expect(reasonOf(asked, more)).toBe(`PERMISSION_UNSUPPORTED: ${reason}`)
  })

  test('another network, and what is no address', () => {
    expect(reasonOf(native, { chainId: '0x1' })).toBe('CHAIN_ID_MISMATCH')
    expect(reasonOf(native, { signer: { type: 'account', data: { address: 'vitalik.eth' } } })).toBe('ADDRESS_INVALID')
    expect(reasonOf({ type: 'erc20-token-transfer', data: { allowance: '0x5' } })).toBe('ADDRESS_INVALID')
  })
})

describe('nothing is read from a delegation that is', () => {
  const delegation = delegationOfGrant(parse(native), 7n)
  const [redeemer, timestamp, amount, exact] = delegation.caveats
  test.each<[string, Partial<Delegation>]>([
    ['without a caveat', { caveats: delegation.caveats.slice(0, 3) }],
    ['open to whoever it is handed to', { caveats: delegation.caveats.slice(1) }],
    ['in another order', { caveats: [timestamp, redeemer, amount, exact] as Delegation['caveats'] }],
    ['with one more', { caveats: [...delegation.caveats, ...delegation.caveats.slice(3)] }],
    ['with another enforcer', { caveats: delegation.caveats.map((each) => ({ ...each, enforcer: token })) }],
    ['with arguments', { caveats: delegation.caveats.map((each) => ({ ...each, args: '0x00' })) }],
    ['for another delegate than its redeemer', { delegate: token }],
    ['handed on', { authority: `0x${'00'.repeat(32)}` }],
    ['free of caveats', { caveats: [] }],
  ])('%s', (_, change) => {
    expect(grantOfDelegation(delegation)).not.toBeNull()
    expect(grantOfDelegation({ ...delegation, ...change })).toBeNull()
  })
})

const text = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each))
/** A delegation contains no function names. */
const withoutNames = (grant: PermissionGrant): PermissionGrant => {
  const { permission } = grant
  if (permission.type !== 'contract-call') return grant
  const functions = permission.functions.map(({ selector }) => ({ selector, signature: null }))
  return { ...grant, permission: { ...permission, functions } }
}
