import { t } from '@latchkey/copy/modal'
import { AppError, isRpcMethod, isSafeMethod, type RpcMethod, type RpcParams, rpcMethods } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { RequestArguments } from '../connectors/Eip1193Provider.ts'
import { orderPersonalSign } from '../connectors/orderPersonalSign.ts'
import type { NetworkId } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { namespaceOf } from '../storedConnections.ts'
import { approveAtom } from './approve.ts'
import { openAtom } from './modal.ts'
import { showToastAtom } from './toast.ts'
import { readEmbeddedAtom } from './wallet.ts'

const disallowedDelayMs = 300

/** Calls a node, without the user: libraries try such methods unprompted (viem: `eth_fillTransaction`). */
const isNodeMethod = (method: string): boolean => /^(?:eth|net|web3)_(?!\w*(?:sign|send))/i.test(method)

/**
 * Sends a call of the page to the embedded wallet, on a network: a read, an approval in the wallet's own document, or neither, which shows
 * an error to the user (specification section 8), unless it is one for a node. Throws METHOD_NOT_ALLOWED and what the wallet throws.
 */
export const requestEmbeddedAtom = atom(
  null,
  async (get, set, network: NetworkId, { method, params }: RequestArguments): Promise<unknown> => {
    if (!isRpcMethod(method) || rpcMethods[method].namespace !== namespaceOf(network)) {
      if (!isNodeMethod(method)) {
        set(openAtom)
        get(servicesAtom).clock.after(disallowedDelayMs, () =>
          set(showToastAtom, { variant: 'error', message: t('actionNotAllowed') }),
        )
      }
      throw new AppError('METHOD_NOT_ALLOWED')
    }
    // The wallet parses the parameters with the method's own row and reports what is wrong with them.
    if (isSafeMethod(method)) return set(readEmbeddedAtom, network, method, (params ?? []) as RpcParams<RpcMethod>)
    return set(approveAtom, network, method, method === 'personal_sign' ? orderPersonalSign(params) : params)
  },
)
