import type { Getter } from 'jotai/vanilla'
import { loadPart } from '../loadPart.ts'
import type { SendPlan } from '../send/SendPlan.ts'
import { servicesAtom } from '../services.ts'
import { heldAtom, inUse } from '../state/held.ts'
import { openSender } from '../state/send/sendTools.ts'
import { namespaceOf } from '../storedConnections.ts'
import { planSwap } from './planSwap.ts'
import type { SwapWish } from './swapWish.ts'

/** Plans a swap for the account in use. Throws as `planSwap` and `planSolanaSwap`. */
export const planSwapOf = async (get: Getter, wish: SwapWish): Promise<SendPlan> => {
  if (namespaceOf(wish.network) === 'solana') {
    const [{ tools }, api, { planSolanaSwap }] = await Promise.all([
      openSender(get, wish),
      get(servicesAtom).loadSwapApi(),
      loadPart(import('./planSolanaSwap.ts')),
    ])
    return planSolanaSwap(tools, api, wish)
  }
  const type = inUse(get(heldAtom), 'eip155')?.session.kinds?.type ?? 'eoa'
  const [{ tools }, api] = await Promise.all([openSender(get, wish), get(servicesAtom).loadSwapApi()])
  return planSwap(tools, api, wish, type, get(servicesAtom).askNode)
}
