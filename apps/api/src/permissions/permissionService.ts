import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import {
  decodePermissionContext,
  delegationHash,
  type EvmAddress,
  grantOfDelegation,
  hybridAccount,
  isEvmAddress,
  parseCaip10,
  parseEvmAddress,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { secondsLater } from '@latchkey/service-kit/clock'
import type { Sql } from '@latchkey/service-kit/db/database'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { verifySignature } from '../chain/verifySignature.ts'
import { type InSessionDeps, inSession, type SessionCaller } from '../session/inSession.ts'
import type { SmartAccountNetwork } from '../settings/smartAccountFields.ts'
import { findWallet } from '../walletStore.ts'
import {
  chainsOfPermission,
  countOthers,
  deleteExpired,
  endPermission,
  insertPermission,
  readOthers,
  readPermissions,
} from './permissionStore.ts'

export type PermissionDeps = InSessionDeps & {
  rpcProxy: RpcProxy
  /** By CAIP-2. */
  smartAccounts: Readonly<Record<string, SmartAccountNetwork>>
}

/** The most permissions of an account on one network, and how long expired ones are kept for the user to review. */
const maxPermissions = 256
const keptSeconds = 30 * 86_400

/** Throws SESSION_EXPIRED, CAIP_ADDRESS_INVALID, and UNAUTHORIZED for an account that is not the user's. */
export const listPermissions = (
  deps: InSessionDeps,
  { address }: EndpointRequest<'listPermissions'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'listPermissions'>> =>
  inSession(deps, caller, async (sql) => {
    const owned = await ownAccount(sql, caller, address)
    const oldest = secondsLater(deps.clock.now(), -keptSeconds)
    const kept = (await readPermissions(sql, owned)).filter(({ expiresAt }) => expiresAt >= oldest)
    const others = await readOthers(sql, owned, oldest)
    return {
      others: others.map(({ chainId, account }) => `${chainId}:${account}`),
      pcis: kept.map(({ origin, expiresAt, createdAt, revokedAt, pci, signer, permissions, policies, context }) => ({
        project: { id: origin, name: new URL(origin).host, url: origin },
        pci,
        signer,
        permissions,
        policies,
        context,
        expiry: toSeconds(expiresAt),
        createdAt: toSeconds(createdAt),
        ...(revokedAt === null ? {} : { revokedAt: toSeconds(revokedAt) }),
      })),
    }
  })

/**
 * The context must be one delegation of the account, whose hash is the `pci`, and match the rest. Throws SESSION_EXPIRED,
 * CAIP_ADDRESS_INVALID, INVALID_PARAMS, UNAUTHORIZED for an account that is not the user's, NOT_ENABLED on networks without smart accounts,
 * LIMIT_EXCEEDED.
 */
export const keepPermission = (
  deps: PermissionDeps,
  { address, origin, pci, expiry, signer, permissions, policies, context }: EndpointRequest<'keepPermission'>,
  caller: SessionCaller,
): Promise<EndpointResponse<'keepPermission'>> =>
  inSession(deps, caller, async (sql, audit) => {
    const owned = await ownAccount(sql, caller, address)
    if (!Object.hasOwn(deps.smartAccounts, owned.chainId)) throw new AppError('NOT_ENABLED')
    const [delegation, ...more] = decodePermissionContext(context)
    const grant = delegation === undefined || more.length > 0 ? null : grantOfDelegation(delegation)
    if (delegation === undefined || grant === null) return refuse('context')
    if (delegationHash(delegation) !== pci) return refuse('pci')
    if (grant.account !== owned.account) throw new AppError('UNAUTHORIZED')
    if (!isEvmAddress(signer) || grant.signer !== parseEvmAddress(signer)) return refuse('signer')
    if (grant.expiry !== expiry) return refuse('expiry')
    if (permissions.length !== 1 || permissions[0]?.type !== grant.permission.type) return refuse('permissions')
    const now = deps.clock.now()
    await deleteExpired(sql, caller.token.sub, secondsLater(now, -keptSeconds))
    if ((await countOthers(sql, owned, pci)) >= maxPermissions) throw new AppError('LIMIT_EXCEEDED')
    const kept = { ...owned, pci, origin: originOf(origin), signer: grant.signer, permissions, policies, context }
    const isNew = await insertPermission(sql, { ...kept, expiresAt: new Date(expiry * 1000), createdAt: now })
    if (isNew) await audit('permission granted')
    return {}
  })

/**
 * Records that a permission has ended, if the account has signed that. Throws ADDRESS_INVALID, CAIP_ADDRESS_INVALID, PERMISSION_NOT_FOUND,
 * UNAUTHORIZED when the account has not signed, CHAIN_UNREACHABLE.
 */
export async function revokePermission(
  deps: PermissionDeps,
  { address, pci, signature }: EndpointRequest<'revokePermission'>,
): Promise<EndpointResponse<'revokePermission'>> {
  const named = address.includes(':') ? evmAccount(address) : { chainId: null, account: parseEvmAddress(address) }
  const chains = await deps.database.transaction('api', (sql) => chainsOfPermission(sql, named.account, pci))
  const meant = chains.filter((chainId) => named.chainId === null || named.chainId === chainId)
  if (meant.length === 0) throw new AppError('PERMISSION_NOT_FOUND')
  for (const chainId of meant) {
    const isSigned = await verifySignature(deps.rpcProxy, chainId, {
      address: named.account,
      message: pci,
      signature,
    })
    if (!isSigned) throw new AppError('UNAUTHORIZED')
    await deps.database.transaction('api', (sql) =>
      endPermission(sql, { chainId, account: named.account, pci }, deps.clock.now()),
    )
  }
  return {}
}

type Owned = { userId: string; chainId: string; account: EvmAddress }

/** Requires that the account is one of the user's own addresses, or the smart account of one. Throws CAIP_ADDRESS_INVALID, UNAUTHORIZED. */
async function ownAccount(sql: Sql, { token }: SessionCaller, address: string): Promise<Owned> {
  const { chainId, account } = evmAccount(address)
  const wallet = await findWallet(sql, token.sub)
  const owners = (wallet?.addresses.eip155 ?? []).map(parseEvmAddress)
  const isOwn = owners.some((owner) => owner === account || hybridAccount(owner).address === account)
  if (!isOwn) throw new AppError('UNAUTHORIZED')
  return { userId: token.sub, chainId, account }
}

/** Throws CAIP_ADDRESS_INVALID. */
function evmAccount(caip10: string): { chainId: string; account: EvmAddress } {
  const { namespace, caipNetworkId, address } = parseCaip10(caip10)
  if (namespace !== 'eip155' || !isEvmAddress(address)) throw new AppError('CAIP_ADDRESS_INVALID')
  return { chainId: caipNetworkId, account: parseEvmAddress(address) }
}

/** Throws INVALID_PARAMS for an invalid origin. */
function originOf(text: string): string {
  return URL.canParse(text) && new URL(text).origin === text ? text : refuse('origin')
}

const refuse = (field: string): never => {
  throw new AppError('INVALID_PARAMS', { details: { field } })
}

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)
