import { type EvmAddress, parseEvmAddress } from '../address/evmAddress.ts'
import { checkChainId } from '../caip/chainId.ts'
import { parseRecord } from '../refuse.ts'
import { smartAccountContracts } from '../smartAccount/smartAccountContracts.ts'
import type { PermissionGrant } from './permissionDelegation.ts'
import { isPermissionType, type Permission, permissionTypes } from './permissionTypes.ts'
import { unsupported } from './unsupported.ts'

/** An ERC-7715 request with a checked shape: the parameters of `wallet_grantPermissions`. Times are seconds since 1970. */
export type PermissionRequest = {
  /** A JSON-RPC quantity; the network of the request when absent. */
  chainId?: string | undefined
  expiry?: number | undefined
  signer?: { type: string; data?: Record<string, unknown> | undefined } | undefined
  permissions: readonly {
    type: string
    data: Record<string, unknown>
    policies?: readonly Record<string, unknown>[] | undefined
  }[]
  policies?: readonly Record<string, unknown>[] | undefined
}

/** The account that a permission is requested from, and the time of the request. */
export type PermissionAsker = {
  account: EvmAddress
  /** The owner, whose key signs for the account. */
  owner: EvmAddress
  chainId: number
  /** Seconds since 1970. */
  now: number
}

const maxLifeSeconds = 365 * 86_400
const maxCalls = 1_000_000
/** The framework's marker for an open delegation, which any account can redeem. */
const anybody = 0xa11n

/**
 * Parses a page's request as a whole, or rejects it. Throws PERMISSION_UNSUPPORTED (`details.reason`), ADDRESS_INVALID, INVALID_PARAMS, and
 * what `checkChainId` throws for another network.
 */
export function parsePermissionRequest(request: PermissionRequest, requester: PermissionAsker): PermissionGrant {
  const { account, owner, chainId, now } = requester
  if (request.chainId !== undefined) checkChainId(BigInt(request.chainId), chainId)
  const [asked, ...more] = request.permissions
  if (asked === undefined || more.length > 0) unsupported('it is more than one, and each is agreed to by itself')
  if (!isPermissionType(asked.type)) unsupported(`its type “${asked.type.slice(0, 64)}” is not known`)
  const expiry = parseExpiry(request.expiry, now)
  const { callLimit, allowance } = parsePolicies([...(request.policies ?? []), ...(asked.policies ?? [])])
  if (allowance !== undefined && asked.data.allowance !== undefined) unsupported('it has two limits')
  const data = allowance === undefined ? asked.data : { ...asked.data, allowance }
  return {
    account,
    signer: parseSigner(request.signer, requester),
    expiry,
    callLimit,
    permission: permissionTypes[asked.type].parse(data, { account, owner, now, expiry }) as Permission,
  }
}

function parseExpiry(expiry: number | undefined, now: number): number {
  if (expiry === undefined) unsupported('it has no end')
  if (expiry <= now) unsupported('it has ended already')
  return expiry > now + maxLifeSeconds ? unsupported('it would last longer than a year') : expiry
}

/** Returns the delegate: one account, which is neither the requesting account nor its owner. */
function parseSigner(signer: PermissionRequest['signer'], { account, owner }: PermissionAsker): EvmAddress {
  if (signer?.type !== 'account') unsupported('it does not name the account that may act')
  const address = parseEvmAddress(signer.data?.address ?? signer.data?.id)
  const { enforcers, ...contracts } = smartAccountContracts
  const nobody: readonly string[] = [...Object.values(contracts), ...Object.values(enforcers)]
  if (address === account || address === owner) unsupported('it is for the account itself')
  if (BigInt(address) === 0n || BigInt(address) === anybody || nobody.includes(address))
    unsupported('it is for anybody')
  return address
}

/** Parses policies, which are limits: one that can't be enforced is rejected, even if the page marked it as optional. */
function parsePolicies(policies: readonly Record<string, unknown>[]): { callLimit: number | null; allowance: unknown } {
  let callLimit: number | null = null
  let allowance: unknown
  for (const { type, data } of policies) {
    if (type === 'call-limit' && callLimit === null) {
      const { count } = parseRecord(data, 'policies')
      const isCount = Number.isSafeInteger(count) && Number(count) > 0 && Number(count) <= maxCalls
      callLimit = isCount ? Number(count) : unsupported('its number of calls')
    } else if (type === 'token-allowance' && allowance === undefined) {
      allowance = parseRecord(data, 'policies').allowance ?? unsupported('it has no limit')
    } else if (type === 'gas-limit') {
      unsupported('limits of gas, which its user pays')
    } else unsupported(`its policy “${String(type).slice(0, 64)}” is not known`)
  }
  return { callLimit, allowance }
}
