import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { callWallet } from '../connectors/callWallet.ts'
import type { RequestArguments } from '../connectors/Eip1193Provider.ts'
import type { Namespace } from '../Modal.ts'
import { raiseAlertAtom } from './alerts.ts'
import { heldAtom, inUse } from './held.ts'
import { invalidateBalancesAtom } from './moneyMoved.ts'
import { movesFunds } from './movesFunds.ts'
import { interruptedAtom, restoringAtom } from './pending.ts'

// not words: error.message is for developers.
const unavailable = 'The wallet is unavailable while it reconnects'

/**
 * A call to the wallet in use of a namespace, as it is. Rejects with UNAUTHORIZED when there is none (the developer is
 * told when there is one elsewhere), with DISCONNECTED while one of an earlier visit could not be asked, else as the connector does.
 */
export const requestWalletAtom = atom(
  null,
  async (get, set, namespace: Namespace, args: RequestArguments): Promise<unknown> => {
    const connector = inUse(get(heldAtom), namespace)?.connector
    if (connector !== undefined) {
      const answer = await callWallet(connector, namespace, args)
      // The embedded wallet's are counted where they are approved.
      if (connector.type !== 'auth' && movesFunds(args.method)) set(invalidateBalancesAtom)
      return answer
    }
    if ([...get(restoringAtom), ...get(interruptedAtom)].some((each) => each.namespace === namespace))
      throw new AppError('DISCONNECTED', { message: unavailable })
    if (get(heldAtom).length > 0) set(raiseAlertAtom, 'APKTW001', { namespace, method: args.method })
    throw new AppError('UNAUTHORIZED')
  },
)
