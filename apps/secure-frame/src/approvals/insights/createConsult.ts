import type { CallNode } from '../../chain/createChainReader.ts'
import type { ServedNetwork } from '../../chain/networkOf.ts'
import { simulateCalls } from '../simulation/simulateCalls.ts'
import type { ContactBook } from './contactBook.ts'
import type { Consult, InsightName, InsightParams, InsightResult } from './insights.ts'
import { coin, type ReadPrices } from './readPrices.ts'

export type ConsultDeps = {
  callNode: CallNode
  contacts: ContactBook
  pricesUsd: ReadPrices
}

/** The wallet's answers for one account on one network. */
export const createConsult = (
  { callNode, contacts, pricesUsd }: ConsultDeps,
  { account, network }: { account: string; network: ServedNetwork },
): Consult => {
  // Coins and tokens of a test network have no worth, whatever is asked for them somewhere.
  const pricesOn = async (namespace: ServedNetwork['chainNamespace'], addresses: readonly string[]) =>
    network.testnet || network.chainNamespace !== namespace
      ? addresses.map(() => null)
      : await pricesUsd(network.caipNetworkId, addresses)
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
    nativePriceUsd: async () => (await pricesOn('eip155', [coin]))[0] ?? null,
    tokenPricesUsd: (mints) => pricesOn('solana', mints),
  }
  return (name, params) => answers[name](params)
}
