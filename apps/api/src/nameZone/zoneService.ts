/**
 * Names of an operator's zone, such as `ada.example.eth`, that accounts register with a signature.
 *
 * Requirements: only the holder of an address can register a name for it, and only one. A signed text counts once, for ten minutes, and for
 * the one name in it. No two names of a zone look alike. A released name isn't given to another account for 90 days, so that money sent to
 * it doesn't reach a new owner.
 *
 * Design: rules first, then one read of the database, the daily limit, the account's own key, and only then the account's contract, which
 * costs a node call. A contract's name resolves to its address only on the chain on which the contract has signed.
 */
import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { networkOfCoinType, parseEvmAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { verifyByKey } from '@latchkey/server/siwx'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'
import { spendOnce } from '@latchkey/service-kit/proof/spentProofs'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { ownAskerAt } from '../chain/sharer.ts'
import { verifySignature } from '../chain/verifySignature.ts'
import type { EnsSettings } from './ensSettings.ts'
import {
  candidateLabels,
  labelFault,
  labelOf,
  messageLifeSeconds,
  type NameZone,
  readRegisterMessage,
} from './zoneRules.ts'
import { findNameOfAddress, findTaken, insertZoneName, toRegisteredName, type ZoneName } from './zoneStore.ts'

export type ZoneDeps = {
  ens: EnsSettings
  database: Database
  rpcProxy: RpcProxy
  limiter: RateLimiter
  clock: Clock
}

const maxSuggestions = 5

/** Throws NOT_ENABLED where the operator has no zone. */
const requireZone = ({ ens: { zone } }: ZoneDeps): NameZone => {
  if (zone === undefined) throw new AppError('NOT_ENABLED')
  return zone
}

/**
 * Returns the typed name and others like it, at most five, each with whether it is unavailable: taken, reserved, or easily mistaken for one
 * that is. Throws NOT_ENABLED, also for a zone that this operator doesn't have.
 */
export async function suggestNames(
  deps: ZoneDeps,
  { name, zone: asked, address }: EndpointRequest<'profileSuggestions'>,
): Promise<EndpointResponse<'profileSuggestions'>> {
  const zone = requireZone(deps)
  if (asked !== undefined && asked !== zone.parent) throw new AppError('NOT_ENABLED')
  const label = name.toLowerCase()
  const labels = candidateLabels(label, zone)
  const taken = await deps.database.transaction('api', (sql) => findTaken(sql, zone, labels, address))
  const free = labels.filter((each) => each !== label && !taken.has(each))
  const suggestion = (each: string, registered: boolean) => ({ name: `${each}.${zone.parent}`, registered })
  return {
    suggestions: [
      suggestion(label, taken.has(label) || labelFault(label, zone) !== null),
      ...free.slice(0, maxSuggestions - 1).map((each) => suggestion(each, false)),
    ],
  }
}

/**
 * Registers a name for the account that has signed. Throws NOT_ENABLED, ADDRESS_INVALID, CHAIN_ID_INVALID, INVALID_PARAMS, NONCE_INVALID,
 * NAME_NOT_ALLOWED `{ reason }` (`LabelFault`, or `zone` for a name outside it), NAME_TAKEN, NAME_LIMIT where the account has a name,
 * RATE_LIMITED, SIGNATURE_INVALID, CHAIN_NOT_SUPPORTED, CHAIN_UNREACHABLE.
 */
export async function registerName(
  deps: ZoneDeps,
  input: EndpointRequest<'registerProfile'>,
  { ipAddress }: { ipAddress: string },
): Promise<EndpointResponse<'registerProfile'>> {
  const zone = requireZone(deps)
  const address = parseEvmAddress(input.address)
  const chainId = chainOf(input.coin_type)
  const now = deps.clock.now()
  const { name, attributes } = readRegisterMessage(input.message, now)
  const label = requireLabel(name, zone)

  await deps.database.transaction('api', async (sql) => {
    if ((await findTaken(sql, zone, [label], address)).has(label)) throw new AppError('NAME_TAKEN')
    if ((await findNameOfAddress(sql, zone.parent, address)) !== null) throw new AppError('NAME_LIMIT')
  })
  await deps.limiter.take('nameRegistrations', { ipAddress, projectId: null })
  const isByKey = await requireSignature(deps, { ...input, address, chainId, ipAddress })

  const registered: ZoneName = {
    zone: zone.parent,
    label,
    address,
    coinType: isByKey ? null : input.coin_type,
    attributes,
    registeredAt: now,
  }
  await deps.database.transaction('api', async (sql) => {
    // The text and not the signature, of which there may be several.
    const isFirst = await spendOnce(sql, `name ${address}`, input.message, secondsLater(now, 2 * messageLifeSeconds))
    if (!isFirst) throw new AppError('NONCE_INVALID')
    // A concurrent call may have been faster.
    if (!(await insertZoneName(sql, registered))) throw new AppError('NAME_TAKEN')
  })
  return toRegisteredName(registered)
}

/** Returns the chain of a coin type. Throws CHAIN_ID_INVALID if it is not an EVM chain's. */
function chainOf(coinType: number): string {
  const network = networkOfCoinType(coinType)
  if (network === null) throw new AppError('CHAIN_ID_INVALID')
  return network
}

function requireLabel(name: string, zone: NameZone): string {
  const label = labelOf(name, zone)
  // The registered name must equal the signed one exactly.
  if (label === null || name !== `${label}.${zone.parent}`)
    throw new AppError('NAME_NOT_ALLOWED', { details: { reason: label === null ? 'zone' : 'form' } })
  const reason = labelFault(label, zone)
  if (reason !== null) throw new AppError('NAME_NOT_ALLOWED', { details: { reason } })
  return label
}

/** Returns whether the account's own key has signed, and not its contract. */
async function requireSignature(
  { rpcProxy }: ZoneDeps,
  asked: { address: string; chainId: string; message: string; signature: string; ipAddress: string },
): Promise<boolean> {
  const { address, chainId, message, signature, ipAddress } = asked
  const account = { namespace: 'eip155', reference: chainId.slice('eip155:'.length), chainId, address } as const
  const signedBy = await verifyByKey(account, message, signature)
  if (signedBy === 'key') return true
  if (
    signedBy === 'none' ||
    !(await verifySignature(rpcProxy, chainId, { address, message, signature }, ownAskerAt(ipAddress)))
  )
    throw new AppError('SIGNATURE_INVALID')
  return false
}
