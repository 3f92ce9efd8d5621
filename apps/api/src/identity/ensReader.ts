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
  /** Node addresses by CAIP-2: a name's address is asked for each EVM chain that has some. */
  nodes: Readonly<Record<string, readonly string[]>>
  rpcProxy: RpcProxy
  guardedFetch: GuardedFetch
  limiter: RateLimiter
}

/** What ENS says of one name or address, within what its lookup may cost. Fails as `Names`. */
type EnsReader = {
  /** Where a name leads; null when it leads nowhere. */
  readAccount(name: string, budget: LookupBudget): Promise<RegisteredName | null>
  /** What an address calls itself, if that name leads back to it. */
  readIdentity(address: Address, budget: LookupBudget): Promise<Identity>
}

/** Of an address without a name. */
export const noIdentity: Identity = { name: null, avatar: null }

/** Records that are asked for at a time. */
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
    // The first by itself: where a gateway is away, it need not be asked for all of them.
    const found = await readAddress(name, ether, budget)
    for (let index = 0; index < otherTypes.length; index += maxAtOnce) {
      const some = otherTypes.slice(index, index + maxAtOnce)
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

  return { readAccount, readIdentity }
}
