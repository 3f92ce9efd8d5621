import type { EndpointResponse } from '@latchkey/api-client'
import type { SmartAccountKind } from '@latchkey/chains'
import * as z from 'zod/mini'
import type { ChainReader } from '../chain/createChainReader.ts'
import { networkOf } from '../chain/networkOf.ts'
import { loadOnce } from '../loadOnce.ts'
import { type SmartAccount, smartAccountKind } from './SmartAccount.ts'

/** Which of the project's networks have smart accounts, and the person's there. Where there are none, nothing of them is loaded. */
export type SmartAccounts = {
  /** CAIP-2 ids, in the order in which the service names them. */
  readonly networks: readonly string[]
  /** That of an owner on a network; null where there are none. Asks no network; fails with SERVICE_UNREACHABLE. */
  on(caipNetworkId: string, owner: string): Promise<SmartAccount | null>
  /** Whether its code is there. Once it is, no network is asked again. Fails with CHAIN_UNREACHABLE, SERVICE_UNREACHABLE. */
  isDeployed(caipNetworkId: string, account: SmartAccount): Promise<boolean>
}

export type SmartAccountsDeps = {
  /** What the service says of the project; kinds and networks that this wallet does not know are no smart accounts. */
  said: EndpointResponse<'origins'>['smartAccounts']
  chain: (caipNetworkId: string) => ChainReader
}

export const createSmartAccounts = ({ said = [], chain }: SmartAccountsDeps): SmartAccounts => {
  const kinds = new Map<string, SmartAccountKind>()
  for (const { chainId, kind } of said) {
    const known = z.safeParse(smartAccountKind, kind)
    const network = servedId(chainId)
    if (known.success && network !== null && !kinds.has(network)) kinds.set(network, known.data)
  }
  const inspection = loadOnce(() => import('./inspectAccount.ts'))
  const deployed = new Set<string>()

  return {
    networks: [...kinds.keys()],
    async on(caipNetworkId, owner) {
      const kind = kinds.get(caipNetworkId)
      return kind === undefined ? null : (await inspection()).smartAccountOf(kind, owner)
    },
    async isDeployed(caipNetworkId, account) {
      const name = `${caipNetworkId}:${account.address}`
      if (!deployed.has(name) && (await (await inspection()).isDeployed(account, chain(caipNetworkId)))) {
        deployed.add(name)
      }
      return deployed.has(name)
    },
  }
}

/** CAIP-2 id of a network that this wallet serves; null of another. */
const servedId = (chainId: number): string | null => {
  try {
    return networkOf(chainId).caipNetworkId
  } catch {
    return null
  }
}
