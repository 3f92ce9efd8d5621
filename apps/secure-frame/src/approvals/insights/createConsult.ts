import type { CallNode } from '../../chain/createChainReader.ts'
import type { ServedNetwork } from '../../chain/networkOf.ts'
import { simulateCalls } from '../simulation/simulateCalls.ts'
import type { ContactBook } from './contactBook.ts'
import type { Consult, InsightName, InsightParams, InsightResult } from './insights.ts'

export type ConsultDeps = {
  callNode: CallNode
  contacts: ContactBook
  /** US dollars for one coin of a network (CAIP-2 id); null where nobody says. */
  nativePriceUsd: (caipNetworkId: string) => Promise<number | null>
}

/** The wallet's answers for one account on one network. */
export const createConsult = (
  { callNode, contacts, nativePriceUsd }: ConsultDeps,
  { account, network }: { account: string; network: ServedNetwork },
): Consult => {
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
    // Coins of a test network have no worth, whatever is asked for them somewhere.
    nativePriceUsd: async () =>
      network.testnet || network.chainNamespace !== 'eip155' ? null : await nativePriceUsd(network.caipNetworkId),
  }
  return (name, params) => answers[name](params)
}
