import { type Identity, identity as identityRow, type RegisteredName, registeredName } from '@latchkey/api-client'
import { knownNetworks, networks } from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol/errors'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import { onceOrFail } from '@latchkey/service-kit/cache/onceOrFail'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import { type Address, isAddressEqual } from 'viem'
import * as z from 'zod/mini'
import { accountsOf } from '../balances/accountsOf.ts'
import { within } from '../balances/within.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import type { GuardedFetch } from '../http/guardedFetch.ts'
import { addressText, commonCoinTypes, evmCoinType } from './addressText.ts'
import { avatarUrl } from './avatarUrl.ts'
import { createEnsRecords, ether } from './ensRecords.ts'
import type { EnsSettings } from './ensSettings.ts'
import { isNormalName } from './isNormalName.ts'
import { createOffchainLookup, type LookupBudget } from './offchainLookup.ts'

export type NamesOptions = {
  ens: EnsSettings
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

export function createNames({ ens, nodes, rpcProxy, guardedFetch, cache, limiter }: NamesOptions): Names {
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
    if (name === null || !isNormalName(name)) return nobody
    const [forward] = await readAddress(name, ether, budget)
    if (forward === undefined || !isAddressEqual(forward[1].address as Address, address)) return nobody
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

  const names: Names = {
    async identity(address) {
      const [on] = accountsOf(address, undefined, () => true, knownNetworks())
      if (on?.network.chainNamespace !== 'eip155') return nobody
      const account = on.account as Address
      return lookUp(`identity:${account}`, parseIdentity, (budget) => readIdentity(account, budget))
    },
    async account(name) {
      if (!isNormalName(name)) return null
      return lookUp(`name:${name}`, parseAccount, (budget) => readAccount(name, budget))
    },
    async reverse(address) {
      const { name } = await names.identity(address)
      const account = name === null ? null : await names.account(name)
      return account === null ? [] : [account]
    },
  }
  return names
}

const nobody: Identity = { name: null, avatar: null }
const keptAccount = z.nullable(registeredName)
const parseIdentity = (kept: unknown): Identity => z.parse(identityRow.response, kept)
const parseAccount = (kept: unknown): RegisteredName | null => z.parse(keptAccount, kept)
