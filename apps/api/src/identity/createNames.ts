import { type Identity, identity as identityRow, type RegisteredName, registeredName } from '@latchkey/api-client'
import { knownNetworks } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import { cacheWithFailures } from '@latchkey/service-kit/cache/cacheWithFailures'
import type { Database } from '@latchkey/service-kit/db/database'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { accountsOf } from '../balances/accountsOf.ts'
import { within } from '../balances/within.ts'
import { isNormalName } from '../nameZone/isNormalName.ts'
import { parentsOf, placeOf } from '../nameZone/zoneRules.ts'
import { findNameOfAddress, findZoneName, toRegisteredName, type ZoneName } from '../nameZone/zoneStore.ts'
import { createEnsReader, type EnsReaderOptions, noIdentity } from './ensReader.ts'
import type { LookupBudget } from './offchainLookup.ts'

export type NamesOptions = EnsReaderOptions & {
  /** Holds the names of this operator's own zone. */
  database: Database
  cache: SharedCache
}

/** Resolves names. All methods throw CHAIN_UNREACHABLE, and SERVICE_UNREACHABLE when the servers behind a name do not respond properly. */
export type Names = {
  /** Returns an address's primary name, if that name resolves back to it. Throws ADDRESS_INVALID. */
  identity(address: string): Promise<Identity>
  /** Resolves a name; null when it has no address, or is not normalized (ENSIP-15). */
  account(name: string): Promise<RegisteredName | null>
  /** Returns the names of an address. Throws ADDRESS_INVALID. */
  reverse(address: string): Promise<RegisteredName[]>
}

/** Specification section 9. */
const freshMs = 300_000
/** A caller waits 10 s. */
const timeoutMs = 8_000
/**
 * A name's owner chooses which servers we call, so each lookup has a limit, in total and per host. A name that is stored off-chain takes
 * one request for each of its addresses; of such a name the first eight are known, in the order of `coinTypes`.
 */
const maxGatewayRequests = 24
const maxOfHost = 8
export function createNames({ ens, database, nodes, rpcProxy, guardedFetch, cache, limiter }: NamesOptions): Names {
  const { readAccount, readIdentity } = createEnsReader({ ens, nodes, rpcProxy, guardedFetch, limiter })

  /** Runs one lookup of everything about a name or an address, within its budget. */
  const lookUp = <value>(
    key: string,
    parse: (kept: unknown) => value,
    work: (budget: LookupBudget) => Promise<value>,
  ) => {
    const budget: LookupBudget = {
      ...{ requests: maxGatewayRequests, asked: 0, ofHost: maxOfHost },
      hosts: new Map(),
      isSpent: false,
    }
    const late = () => new AppError(budget.asked === 0 ? 'CHAIN_UNREACHABLE' : 'SERVICE_UNREACHABLE')
    return cacheWithFailures(cache, key, freshMs, parse, () => within(timeoutMs, work(budget), late))
  }

  const { zone } = ens
  /** At most one for each parent of the zone, the parent of new names first. */
  const namesAt = async (account: Address): Promise<readonly ZoneName[]> => {
    if (zone === undefined) return []
    const read = (parent: string) => database.transaction('api', (sql) => findNameOfAddress(sql, parent, account))
    const found = await Promise.all(parentsOf(zone).map(read))
    return found.filter((each) => each !== null)
  }
  const primaryName = (account: Address): Promise<Identity> =>
    lookUp(`identity:${account}`, parseIdentity, (budget) => readIdentity(account, budget))

  /** The ENS name comes first: its owner has set it for all apps. A name of the zone is read each time, so that a new one shows at once. */
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

const keptAccount = z.nullable(registeredName)
const parseIdentity = (kept: unknown): Identity => z.parse(identityRow.response, kept)
const parseAccount = (kept: unknown): RegisteredName | null => z.parse(keptAccount, kept)
