import { type Identity, identity as identityRow, type RegisteredName, registeredName } from '@latchkey/api-client'
import { knownNetworks, networks } from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import { onceOrFail } from '@latchkey/service-kit/cache/onceOrFail'
import type { Database } from '@latchkey/service-kit/db/database'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import { type Address, isAddressEqual } from 'viem'
import * as z from 'zod/mini'
import { accountsOf } from '../balances/accountsOf.ts'
import { within } from '../balances/within.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import type { GuardedFetch } from '../http/guardedFetch.ts'
import type { EnsSettings } from '../nameZone/ensSettings.ts'
import { isNormalName } from '../nameZone/isNormalName.ts'
import { parentsOf, placeOf } from '../nameZone/zoneRules.ts'
import { findNameOfAddress, findZoneName, toRegisteredName, type ZoneName } from '../nameZone/zoneStore.ts'
import { addressText, commonCoinTypes, evmCoinType } from './addressText.ts'
import { avatarUrl } from './avatarUrl.ts'
import { createEnsRecords, ether } from './ensRecords.ts'
import { createOffchainLookup, type LookupBudget } from './offchainLookup.ts'

export type NamesOptions = {
  ens: EnsSettings
  /** Holds the names of this operator's own zone. */
  database: Database
  /** Node addresses by CAIP-2: a name's address is asked for each EVM chain that has some. */
  nodes: Readonly<Record<string, readonly string[]>>
  rpcProxy: RpcProxy
  guardedFetch: GuardedFetch
  cache: SharedCache
  limiter: RateLimiter
}

/** Who has which name. All throw CHAIN_UNREACHABLE, and SERVICE_UNREACHABLE when the servers behind a name do not answer as they should. */
export type Names = {
  /** What an address calls itself, if that name leads back to it. Throws ADDRESS_INVALID. */
  identity(address: string): Promise<Identity>
  /** Where a name leads; null when it leads nowhere, or is not written as ENSIP-15 writes it. */
  account(name: string): Promise<RegisteredName | null>
  /** The names that an address is known by. Throws ADDRESS_INVALID. */
  reverse(address: string): Promise<RegisteredName[]>
}

/** Specification section 9. */
const freshMs = 300_000
/** A caller waits 10 s. */
const patienceMs = 8_000
/**
 * Whose name it is chooses whom we ask: no more than this for one lookup, and of one host. A name that is kept outside the chain takes
 * one request for each of its addresses, so that of such a name the first eight are known, in the order of `coinTypes`.
 */
const mostGatewayRequests = 24
const mostOfHost = 8
/** Records that are asked for at a time. */
const mostAtOnce = 8

export function createNames({ ens, database, nodes, rpcProxy, guardedFetch, cache, limiter }: NamesOptions): Names {
  const admit = () => limiter.take('nameGateways', { ipAddress: '', projectId: null })
  const records = createEnsRecords(ens, createOffchainLookup({ rpcProxy, guardedFetch, chainId: ens.chainId, admit }))
  const evmTypes = networks.flatMap(({ chainNamespace, caipNetworkId, id }) =>
    chainNamespace === 'eip155' && (nodes[caipNetworkId] ?? []).length > 0 ? [evmCoinType(Number(id))] : [],
  )
  const otherTypes = [...commonCoinTypes, ...evmTypes].filter((type) => type !== ether)

  /** One lookup of everything about a name or an address, with what it may cost. */
  const lookUp = <value>(
    key: string,
    parse: (kept: unknown) => value,
    work: (budget: LookupBudget) => Promise<value>,
  ) => {
    const budget: LookupBudget = {
      ...{ requests: mostGatewayRequests, asked: 0, ofHost: mostOfHost },
      hosts: new Map(),
      isSpent: false,
    }
    const late = () => new AppError(budget.asked === 0 ? 'CHAIN_UNREACHABLE' : 'SERVICE_UNREACHABLE')
    return onceOrFail(cache, key, freshMs, parse, () => within(patienceMs, work(budget), late))
  }

  const readAddress = async (name: string, coinType: number, budget: LookupBudget) => {
    const bytes = await records.address(name, coinType, budget)
    const address = bytes === null ? null : addressText(coinType, bytes)
    return address === null ? [] : [[String(coinType), { address, created_at: null }] as const]
  }

  const readAccount = async (name: string, budget: LookupBudget): Promise<RegisteredName | null> => {
    // The first by itself: where a gateway is away, it need not be asked for all of them.
    const found = await readAddress(name, ether, budget)
    for (let index = 0; index < otherTypes.length; index += mostAtOnce) {
      const some = otherTypes.slice(index, index + mostAtOnce)
      const readSome = some.map((type) =>
        readAddress(name, type, budget).catch((error: unknown) => {
          // What is known of a name counts also where the rest would take too many requests.
          if (budget.isSpent && found.length > 0) return []
          throw error
        }),
      )
      found.push(...(await Promise.all(readSome)).flat())
      if (budget.isSpent) break
    }
    const unknown = { registered_at: null, updated_at: null, attributes: null }
    return found.length === 0 ? null : { name, ...unknown, addresses: Object.fromEntries(found) }
  }

  const readIdentity = async (address: Address, budget: LookupBudget): Promise<Identity> => {
    const name = await records.nameOf(address, budget)
    if (name === null || !isNormalName(name)) return noIdentity
    const [forward] = await readAddress(name, ether, budget)
    if (forward === undefined || !isAddressEqual(forward[1].address as Address, address)) return noIdentity
    return { name, avatar: await readAvatar(name, budget) }
  }

  /** A name is worth knowing without its picture. */
  const readAvatar = async (name: string, budget: LookupBudget): Promise<string | null> => {
    try {
      const record = await records.text(name, 'avatar', budget)
      return record === null ? null : avatarUrl(record, ens.ipfsGateway)
    } catch (error) {
      if (isAppError(error, 'SERVICE_UNREACHABLE')) return null
      throw error
    }
  }

  const { zone } = ens
  /** At most one for each parent of the zone, the one of new names first. */
  const namesAt = async (account: Address): Promise<readonly ZoneName[]> => {
    if (zone === undefined) return []
    const read = (parent: string) => database.transaction('api', (sql) => findNameOfAddress(sql, parent, account))
    const found = await Promise.all(parentsOf(zone).map(read))
    return found.filter((each) => each !== null)
  }
  const primaryName = (account: Address): Promise<Identity> =>
    lookUp(`identity:${account}`, parseIdentity, (budget) => readIdentity(account, budget))

  /** The name in ENS comes first: its owner has set it for all apps. A name of the zone is read each time, so that a new one shows at once. */
  const identify = async (account: Address): Promise<Identity> => {
    const [own] = await namesAt(account)
    if (own === undefined) return primaryName(account)
    const primary = await primaryName(account).catch(() => noIdentity)
    return primary.name === null ? { name: toRegisteredName(own).name, avatar: null } : primary
  }

  return {
    async identity(address) {
      const account = evmAccount(address)
      return account === null ? noIdentity : identify(account)
    },
    async account(name) {
      if (!isNormalName(name)) return null
      const place = zone === undefined ? null : placeOf(name, zone)
      if (place === null) return lookUp(`name:${name}`, parseAccount, (budget) => readAccount(name, budget))
      const own = await database.transaction('api', (sql) => findZoneName(sql, place.parent, place.label))
      return own === null ? null : toRegisteredName(own)
    },
    async reverse(address) {
      const account = evmAccount(address)
      if (account === null) return []
      const ofZone = (await namesAt(account)).map(toRegisteredName)
      // The names of the zone are known even while the chain can't be reached.
      const primary = await primaryName(account).catch((error: unknown) => {
        if (ofZone.length === 0) throw error
        return noIdentity
      })
      const found = primary.name === null ? null : await lookUpAccount(primary.name, ofZone.length > 0)
      return found === null ? ofZone : [found, ...ofZone]
    },
  }

  async function lookUpAccount(name: string, isOptional: boolean): Promise<RegisteredName | null> {
    try {
      return await lookUp(`name:${name}`, parseAccount, (budget) => readAccount(name, budget))
    } catch (error) {
      if (isOptional) return null
      throw error
    }
  }
}

/** Null for an address of another kind of chain. Throws ADDRESS_INVALID. */
function evmAccount(address: string): Address | null {
  const [on] = accountsOf(address, undefined, () => true, knownNetworks())
  return on?.network.chainNamespace === 'eip155' ? (on.account as Address) : null
}

const noIdentity: Identity = { name: null, avatar: null }
const keptAccount = z.nullable(registeredName)
const parseIdentity = (kept: unknown): Identity => z.parse(identityRow.response, kept)
const parseAccount = (kept: unknown): RegisteredName | null => z.parse(keptAccount, kept)
