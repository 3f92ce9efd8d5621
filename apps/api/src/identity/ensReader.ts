import type { Identity, RegisteredName } from '@latchkey/api-client'
import { networks } from '@latchkey/chains'
import { isAppError } from '@latchkey/protocol/errors'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import { type Address, isAddressEqual } from 'viem'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import type { GuardedFetch } from '../http/guardedFetch.ts'
import type { EnsSettings } from '../nameZone/ensSettings.ts'
import { isNormalName } from '../nameZone/isNormalName.ts'
import { addressText, avatarUrl, commonCoinTypes, createEnsRecords, ether, evmCoinType } from './ensRecords.ts'
import { createOffchainLookup, type LookupBudget } from './offchainLookup.ts'

export type EnsReaderOptions = {
  ens: EnsSettings
  /** Node addresses by CAIP-2: a name's address is looked up for each EVM chain that has some. */
  nodes: Readonly<Record<string, readonly string[]>>
  rpcProxy: RpcProxy
  guardedFetch: GuardedFetch
  limiter: RateLimiter
}

/** Reads ENS for one name or address, within its lookup's budget. Fails as `Names`. */
type EnsReader = {
  /** Resolves a name; null when it has no address. */
  readAccount(name: string, budget: LookupBudget): Promise<RegisteredName | null>
  /** Returns an address's primary name, if that name resolves back to it. */
  readIdentity(address: Address, budget: LookupBudget): Promise<Identity>
}

/** The identity of an address without a name. */
export const noIdentity: Identity = { name: null, avatar: null }

/** The most records to request at a time. */
const maxAtOnce = 8

export function createEnsReader({ ens, nodes, rpcProxy, guardedFetch, limiter }: EnsReaderOptions): EnsReader {
  const admit = () => limiter.take('nameGateways', { ipAddress: '', projectId: null })
  const records = createEnsRecords(ens, createOffchainLookup({ rpcProxy, guardedFetch, chainId: ens.chainId, admit }))
  const evmTypes = networks.flatMap(({ chainNamespace, caipNetworkId, id }) =>
    chainNamespace === 'eip155' && (nodes[caipNetworkId] ?? []).length > 0 ? [evmCoinType(Number(id))] : [],
  )
  const otherTypes = [...commonCoinTypes, ...evmTypes].filter((type) => type !== ether)

  const readAddress = async (name: string, coinType: number, budget: LookupBudget) => {
    const bytes = await records.address(name, coinType, budget)
    const address = bytes === null ? null : addressText(coinType, bytes)
    return address === null ? [] : [[String(coinType), { address, created_at: null }] as const]
  }

  const readAccount = async (name: string, budget: LookupBudget): Promise<RegisteredName | null> => {
    // The first one separately: if a gateway is unreachable, it isn't called for all of them.
    const found = await readAddress(name, ether, budget)
    for (let index = 0; index < otherTypes.length; index += maxAtOnce) {
      const some = otherTypes.slice(index, index + maxAtOnce)
      const readSome = some.map((type) =>
        readAddress(name, type, budget).catch((error: unknown) => {
          // Known addresses are returned even if the rest would take too many requests.
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

  /** A name is useful without its avatar. */
  const readAvatar = async (name: string, budget: LookupBudget): Promise<string | null> => {
    try {
      const record = await records.text(name, 'avatar', budget)
      return record === null ? null : avatarUrl(record, ens.ipfsGateway)
    } catch (error) {
      if (isAppError(error, 'SERVICE_UNREACHABLE')) return null
      throw error
    }
  }

  return { readAccount, readIdentity }
}
