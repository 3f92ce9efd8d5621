import type { EndpointResponse } from '@latchkey/api-client'
import type { SmartAccountKind } from '@latchkey/chains'
import * as z from 'zod/mini'
import type { ChainReader } from '../chain/createChainReader.ts'
import { networkOf } from '../chain/networkOf.ts'
import { loadOnce } from '../loadOnce.ts'
import { type SmartAccount, smartAccountKind } from './SmartAccount.ts'

/** The project's networks with smart accounts, and the user's accounts there. Where there are none, the code for them isn't loaded. */
export type SmartAccounts = {
  /** CAIP-2 IDs, in the service's order. */
  readonly networks: readonly string[]
  /** Returns the smart account of an owner on a network; null where there are none. Uses no network; fails with SERVICE_UNREACHABLE. */
  on(caipNetworkId: string, owner: string): Promise<SmartAccount | null>
  /** Returns whether it is deployed. Once it is, no network is asked again. Fails with CHAIN_UNREACHABLE, SERVICE_UNREACHABLE. */
  isDeployed(caipNetworkId: string, account: SmartAccount): Promise<boolean>
}

export type SmartAccountsDeps = {
  /** Reads the project from the service; kinds and networks that this wallet does not know are ignored. */
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

/** Returns the CAIP-2 ID of a network that this wallet serves; null for another. */
const servedId = (chainId: number): string | null => {
  try {
    return networkOf(chainId).caipNetworkId
  } catch {
    return null
  }
}
