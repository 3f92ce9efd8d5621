import { findNetwork, type Network, networkFromChain } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { ModalOptions, NetworkId } from '../Modal.ts'
import type { Report } from './rules.ts'
import { readNetworkId } from './startOptions.ts'

/** A site's chain objects, by network id. */
export type SiteChains = {
  /** Those that the registry doesn't have. */
  own: readonly Network[]
  nodes: Readonly<Partial<Record<NetworkId, readonly string[]>>>
}
export type ReadChains = (networks: ModalOptions['networks'], report: Report) => SiteChains

const example =
  "{ id: 4242, name: 'My chain', nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 }, rpcUrls: { default: { http: ['https://…'] } } }"

/** Whether the registry has an active network: then only the nodes of an object are used. */
const isRunning = (id: NetworkId): boolean => {
  const known = findNetwork(id)
  return known !== undefined && known.retired !== true
}

/** The value at a path of names with dots. */
const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null | undefined)?.[name], value)

const isAddress = (url: unknown): url is string => typeof url === 'string' && URL.canParse(url)

/**
 * Reads the objects among a site's networks. One that describes its network wrongly is reported, and its network stays as
 * unknown as one that is named only by an id. Of several of one id the last counts.
 */
export const readChains: ReadChains = (networks, report) => {
  const own = new Map<NetworkId, Network>()
  const nodes: Partial<Record<NetworkId, readonly string[]>> = {}
  for (const [index, chain] of networks.entries()) {
    const id = readNetworkId(chain)
    if (typeof chain !== 'object' || id === undefined) continue
    try {
      if (!isRunning(id)) own.set(id, networkFromChain(chain))
      const http = valueAt(chain, 'rpcUrls.default.http')
      if (Array.isArray(http) && http.every(isAddress) && http.length > 0) nodes[id] = http
    } catch (thrown) {
      const field = String(AppError.from(thrown).details?.field ?? 'id')
      const found = valueAt(chain, field)
      const takes = { takes: 'takes.chain' } as const
      report({ option: `networks[${index}].${field}`, kind: 'invalid', found, takes, example })
    }
  }
  return { own: [...own.values()], nodes }
}
