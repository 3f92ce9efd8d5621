import { type CallNode, createChainReader } from '../chain/createChainReader.ts'
import { findKnown, type ServedNetwork } from '../chain/networkOf.ts'
import type { SmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import type { ContactBook } from './insights/contactBook.ts'
import type { Consult, InsightName, InsightParams, InsightResult } from './insights/insights.ts'
import type { ReadName } from './insights/readName.ts'
import { coin, type ReadPrices } from './insights/readPrices.ts'
import { simulateCalls } from './simulation/simulateCalls.ts'
import { routersOn } from './swap/swapRouters.ts'

export type ConsultDeps = {
  callNode: CallNode
  contacts: ContactBook
  pricesUsd: ReadPrices
  nameOf: ReadName
  /** As `routersOn` reads them. */
  swapRouters: string
  smartAccountOn: SmartAccounts['on']
}

/** Returns the wallet's answers for one account on one network. */
export const createConsult = (
  { callNode, contacts, pricesUsd, nameOf, swapRouters, smartAccountOn }: ConsultDeps,
  { account, network }: { account: string; network: ServedNetwork },
): Consult => {
  const pricesOf = (addresses: readonly string[]) => pricesUsd(network.caipNetworkId, addresses)
  const answers: { [name in InsightName]: (params: InsightParams<name>) => Promise<InsightResult<name>> } = {
    simulate: (calls) =>
      simulateCalls(
        calls.map(({ to, value, data }) => ({ from: account, to, value, data })),
        (method, params) => callNode(network.caipNetworkId, method, params),
      ),
    knownAddresses: () => contacts.list(account),
    rememberAddresses: async (addresses) => {
      await contacts.remember(account, addresses)
      return null
    },
    smartAccount: async () => {
      if (network.chainNamespace !== 'eip155') return null
      const own = await smartAccountOn(network.caipNetworkId, account)
      return own === null || own.address === account ? null : own.address
    },
    nativePriceUsd: async () => (network.chainNamespace === 'eip155' ? ((await pricesOf([coin]))[0] ?? null) : null),
    tokenPricesUsd: pricesOf,
    swapRouters: async () => routersOn(swapRouters, network.caipNetworkId),
    callOn: ({ network: other, to, data }) => createChainReader(callNode, other)('eth_call', [{ to, data }, 'latest']),
    networkName: async (other) => findKnown(other)?.name ?? null,
    namesOf: (addresses) => Promise.all(addresses.map((address) => nameOf(address).catch(() => null))),
  }
  return (name, params) => answers[name](params)
}
