import { t } from '@latchkey/copy/modal'
import { AppError, type Client, type ErrorName, type RpcMethod, type RpcParams, rpcMethods } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import { announceAtom } from './announcement.ts'
import {
  approvalFailureAtom,
  approvalTransactionAtom,
  isApprovalShownAtom,
  isWalletReadyAtom,
  pendingApprovalsAtom,
} from './approvals.ts'
import { type ApprovalTitle, approvalTitleOf } from './approvalTitle.ts'
import { invalidateBalancesAtom } from './invalidateBalances.ts'
import { movesFunds } from './movesFunds.ts'
import {
  backAtom,
  beginTransactionAtom,
  endTransactionAtom,
  isOpenAtom,
  openAtAtom,
  pushAtom,
  routeAtom,
} from './route.ts'
import type { Transaction } from './routeRules.ts'
import { connectWallet, syncTheme, takeFailure } from './wallet.ts'
import { watchCallsAtom } from './watchCalls.ts'

const beginApprovalTransactionAtom = atom(null, (get, set) => {
  const abortAll = () => {
    for (const { controller } of get(pendingApprovalsAtom)) controller.abort()
  }
  const forget = () => {
    set(approvalTransactionAtom, null)
    set(approvalFailureAtom, null)
  }
  const transaction: Transaction = {
    onSuccess() {
      forget()
      set(backAtom)
    },
    onError: forget,
    onCancel() {
      abortAll()
      forget()
    },
  }
  set(approvalTransactionAtom, transaction)
  set(isWalletReadyAtom, false)
  set(beginTransactionAtom, transaction)
})

const showAtom = atom(null, (get, set) => {
  set(approvalFailureAtom, null)
  if (!get(isOpenAtom)) set(openAtAtom, { view: 'ApproveTransaction' })
  else if (get(routeAtom).view !== 'ApproveTransaction') set(pushAtom, { view: 'ApproveTransaction' })
  if (get(approvalTransactionAtom) === null) set(beginApprovalTransactionAtom)
})

/** After these the modal shows no failure: the user has ended the request, or the wallet has shown what failed. */
const ended: readonly ErrorName[] = ['USER_REJECTED', 'ABORTED', 'OPERATION_REVERTED']
/** Nor after these, once the wallet has been on screen and has shown them. */
const readInWallet: readonly ErrorName[] = ['INSUFFICIENT_FUNDS', 'PRICE_MOVED', 'SWAP_MISMATCH']

const isByUser = ({ name }: AppError, isShown: boolean): boolean =>
  ended.includes(name) || (isShown && readInWallet.includes(name))

type Asking<answer> = {
  title: ApprovalTitle
  /** The request's name on the wire. */
  request: string
  ask(client: Client, signal: AbortSignal): Promise<answer>
}

/**
 * Has the user decide in the wallet, over the modal's body. Rejects with USER_REJECTED, with ABORTED when the modal is closed,
 * and with the errors of the request.
 *
 * The theme is sent first: a wallet that doesn't respond to it isn't shown (wire protocol, section 3).
 */
export const decideAtom = atom(
  null,
  async <answer>(get: Getter, set: Setter, { title, request, ask }: Asking<answer>): Promise<answer> => {
    const controller = new AbortController()
    const { signal } = controller
    const pending = { controller, title }
    set(pendingApprovalsAtom, [...get(pendingApprovalsAtom), pending])
    set(showAtom)
    set(announceAtom, t('said.approve'))
    const finish = (error: AppError | null) => {
      const isShown = get(isApprovalShownAtom)
      set(
        pendingApprovalsAtom,
        get(pendingApprovalsAtom).filter((other) => other !== pending),
      )
      // While another request waits, the wallet stays on screen; only the page gets this outcome.
      if (get(pendingApprovalsAtom).length > 0) return
      if (error !== null && !isByUser(error, isShown)) set(approvalFailureAtom, { error, wasShown: isShown })
      const transaction = get(approvalTransactionAtom)
      if (transaction === null || get(approvalFailureAtom) !== null) return
      set(endTransactionAtom, transaction, error === null ? 'success' : 'cancel')
      // The user has chosen to receive funds, in the wallet.
      if (error?.details.next === 'receive') set(get(isOpenAtom) ? pushAtom : openAtAtom, { view: 'WalletReceive' })
    }
    try {
      const client = await connectWallet(get, set)
      await syncTheme(get, client, signal)
      if (!signal.aborted) set(isWalletReadyAtom, true)
      const result = await ask(client, signal)
      finish(null)
      return result
    } catch (thrown) {
      const error = signal.aborted ? new AppError('ABORTED', { cause: thrown }) : takeFailure(get, set, request, thrown)
      finish(error)
      throw error
    }
  },
)

/** Has the user decide about an RPC request. Rejects as `decideAtom` does. */
export const approveAtom = atom(
  null,
  (_get, set, network: NetworkId, method: RpcMethod, params: unknown): Promise<unknown> =>
    set(decideAtom, {
      title: approvalTitleOf(method, params),
      request: method,
      async ask(client, signal) {
        // The wallet parses the parameters with the method's own row, and names what is invalid.
        const result = await client.rpc(method, params as RpcParams<RpcMethod>, {
          signal,
          chainId: network,
          chainNamespace: rpcMethods[method].namespace,
        })
        if (movesFunds(method)) set(invalidateBalancesAtom)
        void set(watchCallsAtom, network, method, result)
        return result
      },
    }),
)
