/** The differences between types of networks that support swaps: planning, costs and requirements. */
import type { TokenBalance } from '@latchkey/api-client'
import { gasLimitFor, worstCaseFee } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { Getter, Setter } from 'jotai/vanilla'
import { loadPart } from '../loadPart.ts'
import type { NetworkId } from '../Modal.ts'
import type { SendPlan } from '../send/SendPlan.ts'
import { servicesAtom } from '../services.ts'
import { activeSession, connectedSessionsAtom } from '../state/connectedSessions.ts'
import type { AccountOnNetwork } from '../state/send/form.ts'
import { openSender } from '../state/send/sendTools.ts'
import { namespaceOf } from '../storedConnections.ts'
import type { SwapApi } from './SwapApi.ts'
import { getSwapApi } from './swapTokens.ts'
import type { SwapCosts, SwapNamespace, SwapWish } from './swapWish.ts'

export type SwapNetwork = {
  /** Exchanges need an allowance before a token can be swapped. */
  readonly needsAllowance: boolean
  /** Throws as `SwapApi` and `SendTools`. */
  costs(
    get: Getter,
    api: SwapApi,
    of: { place: AccountOnNetwork; give: TokenBalance; get: TokenBalance },
  ): Promise<SwapCosts>
  /** Returns the reserve of the coin when all the rest of it is swapped. Throws CHAIN_UNREACHABLE. */
  reserve(get: Getter, place: AccountOnNetwork): Promise<bigint>
  /** Throws as `planSwap` and `planSolanaSwap`. */
  plan(get: Getter, set: Setter, wish: SwapWish): Promise<SendPlan>
}

/** Gas of a typical swap, and of one with an allowance before it: for the cost that is shown before the user agrees. */
const typicalGas = { coin: 160_000n, token: 220_000n }

const eip155: SwapNetwork = {
  needsAllowance: true,
  async costs(_get, api, { place, give }) {
    const gas = give.address === undefined ? typicalGas.coin : typicalGas.token
    return { fee: (await api.gasPrice(place.network)) * gas, deposit: 0n }
  },
  async reserve(get, place) {
    const [{ sender, tools }, { readFees }, { swapGas }] = await Promise.all([
      openSender(get, place),
      loadPart(import('../send/evmCalls.ts')),
      loadPart(import('./planSwap.ts')),
    ])
    const [plain, fees] = await Promise.all([sender.reserve(tools, place.account, null), readFees(tools)])
    return (plain ?? 0n) + worstCaseFee(gasLimitFor(swapGas), fees)
  },
  async plan(get, set, wish) {
    const type = activeSession(get(connectedSessionsAtom), 'eip155')?.session.kinds?.type ?? 'eoa'
    const [{ tools }, api, { planSwap }] = await Promise.all([
      openSender(get, wish),
      getSwapApi(get, set),
      loadPart(import('./planSwap.ts')),
    ])
    return planSwap(tools, api, wish, type, get(servicesAtom).askNode)
  },
}

/** The SOL reserve, in lamports: the fee, new token accounts, and the account's own minimum balance. */
const solanaReserve = 10_000_000n

const solana: SwapNetwork = {
  needsAllowance: false,
  async costs(get, _api, { place, get: { address } }) {
    const [{ tools }, { estimateSolanaCosts }] = await Promise.all([
      openSender(get, place),
      loadPart(import('./solanaCosts.ts')),
    ])
    return estimateSolanaCosts(tools, place.account, address)
  },
  reserve: async () => solanaReserve,
  async plan(get, set, wish) {
    const [{ tools }, api, { planSolanaSwap }] = await Promise.all([
      openSender(get, wish),
      getSwapApi(get, set),
      loadPart(import('./planSolanaSwap.ts')),
    ])
    return planSolanaSwap(tools, api, wish)
  },
}

const rows = { eip155, solana } as const satisfies Record<SwapNamespace, SwapNetwork>

/** Throws SWAPS_UNSUPPORTED where swaps aren't supported. */
export const swapNetworkOf = (network: NetworkId): SwapNetwork => {
  const namespace = namespaceOf(network)
  if (!Object.hasOwn(rows, namespace)) throw new AppError('SWAPS_UNSUPPORTED')
  return rows[namespace as SwapNamespace]
}
