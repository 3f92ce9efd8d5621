import {
  delegationOfGrant,
  encodePermissionContext,
  localA,
  localB,
  type PermissionGrant,
  parseEvmAddress,
  parsePermissionRequest,
  smartAccountContracts,
} from '@latchkey/chains'
import { AppError, type RpcParams } from '@latchkey/protocol'
import { hybrid, lent, smartChain } from './callsScenarios.fixture.ts'
import { router, type Scenario, token } from './scenarios.fixture.ts'

const day = 86_400
const now = Math.floor(Date.now() / 1000)
/** The signer: a key of the page. */
export const sessionKey = `0x${'5e'.repeat(20)}`
type Request = RpcParams<'wallet_grantPermissions'>[0]
type Permission = NonNullable<Request>['permissions'][number]

const request = (permission: Permission, more: object = {}) =>
  ({
    chainId: '0x7a69',
    expiry: now + 30 * day,
    signer: { type: 'account', data: { address: sessionKey } },
    permissions: [permission],
    policies: [],
    ...more,
  }) satisfies Request
const grant = (permission: Permission, more: object = {}): RpcParams<'wallet_grantPermissions'> => [
  request(permission, more),
]

const daily: Permission = {
  type: 'erc20-token-periodic',
  data: { tokenAddress: token, periodAmount: '0x4c4b40', periodDuration: day },
}
const spend: Permission = { type: 'native-token-transfer', data: { allowance: '0x2386f26fc10000' } }
const call = (functions: readonly string[]): Permission => ({
  type: 'contract-call',
  data: { address: router, functions },
})

/** The granted permission, as its page has it. */
export const contextOf = (permission: Permission, account = hybrid): `0x${string}` => {
  const given: PermissionGrant = parsePermissionRequest(request(permission), {
    account: parseEvmAddress(account.address),
    owner: parseEvmAddress(account.owner),
    chainId: localA.id,
    now,
  })
  return encodePermissionContext([{ ...delegationOfGrant(given, 7n), signature: `0x${'07'.repeat(65)}` }])
}

/** A node on which the account is deployed and nothing was revoked, unless overridden. */
const chainWhere = ({ isDisabled = false, isThere = true } = {}): NonNullable<Scenario['chain']> => ({
  ...smartChain,
  eth_getCode: ([address]: readonly unknown[]) =>
    address === hybrid.address && !isThere
      ? '0x'
      : address === lent.address
        ? isThere
          ? `0xef0100${smartAccountContracts.statelessImplementation.slice(2).toLowerCase()}`
          : '0x'
        : '0x6080',
  eth_call: (params: readonly unknown[]) => {
    const [{ to }] = params as [{ to: string }]
    if (to === smartAccountContracts.delegationManager) return `0x${(isDisabled ? '1' : '0').padStart(64, '0')}`
    return (smartChain.eth_call as (given: readonly unknown[]) => unknown)(params)
  },
})
/** A node on which a permission is revoked once the sent operation has happened. */
export const chainThatEnds = (): NonNullable<Scenario['chain']> => {
  let chain = chainWhere()
  const happens = smartChain.eth_getTransactionReceipt as () => unknown
  return {
    ...chain,
    eth_call: (params: readonly unknown[]) => (chain.eth_call as (given: readonly unknown[]) => unknown)(params),
    eth_getTransactionReceipt: () => {
      chain = chainWhere({ isDisabled: true })
      return happens()
    },
  }
}
const shared = {
  smartAccount: hybrid,
  network: localA,
  chain: chainWhere(),
  services: { sponsor: new AppError('NOT_ENABLED') },
} as const

export const permissionScenarios = {
  'permission: 5 USDC every day': { ...shared, method: 'wallet_grantPermissions', params: grant(daily) },
  'permission: coins, three times': {
    ...shared,
    method: 'wallet_grantPermissions',
    params: grant(spend, { policies: [{ type: 'call-limit', data: { count: 3 } }] }),
  },
  'permission: functions of a contract': {
    ...shared,
    method: 'wallet_grantPermissions',
    params: grant(call(['mint(uint256)', '0x12345678'])),
  },
  'permission: functions that hand over': {
    ...shared,
    method: 'wallet_grantPermissions',
    params: grant({
      type: 'contract-call',
      data: { address: token, functions: ['approve(address,uint256)', '0xa9059cbb'] },
    }),
  },
  'permission: of an account to come': {
    ...shared,
    method: 'wallet_grantPermissions',
    params: grant(daily),
    chain: chainWhere({ isThere: false }),
  },
  'permission: of one’s own address to come': {
    ...shared,
    smartAccount: lent,
    network: localB,
    method: 'wallet_grantPermissions',
    params: grant(spend, { chainId: '0x539' }),
    chain: chainWhere({ isThere: false }),
  },
  'permission: that cannot be kept': {
    ...shared,
    method: 'wallet_grantPermissions',
    params: grant(spend),
    services: { ...shared.services, keepPermission: new AppError('SERVICE_UNREACHABLE') },
  },
  'permission ended': {
    ...shared,
    method: 'wallet_revokePermissions',
    params: [{ permissionContext: contextOf(daily) }],
  },
  'permission ended already': {
    ...shared,
    method: 'wallet_revokePermissions',
    params: [{ permissionContext: contextOf(daily) }],
    chain: chainWhere({ isDisabled: true }),
  },
  'permission of another page ended': {
    ...shared,
    method: 'wallet_revokePermissions',
    params: [{ permissionContext: contextOf(daily) }],
    services: { ...shared.services, findPermission: new AppError('PERMISSION_NOT_FOUND') },
  },
} satisfies Record<string, Scenario>

export type PermissionScenarioName = keyof typeof permissionScenarios
