import { AppError, type RpcMethod, type RpcParams } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { say } from '../words/say.ts'
import { announceAtom } from './announcement.ts'
import { invalidateBalancesAtom } from './balance.ts'
import { evmNetworkId } from './networks.ts'
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

/** The approvals that the wallet has not answered; the wallet shows one after the other. */
const pending = atom<readonly AbortController[]>([])
/** One errand for all that are under way at a time. */
const errand = atom<Transaction | null>(null)
const isReady = atom(false)
const failure = atom<{ error: AppError; wasShown: boolean } | null>(null)

export const isApprovingAtom = atom((get) => get(pending).length > 0)

/**
 * Whether the wallet's own document is what the visitor sees: from when it has the theme until the view is left, the way
 * out included.
 */
export const isApprovalShownAtom = atom(
  (get) => get(isReady) && get(failure) === null && get(routeAtom).view === 'ApproveTransaction',
)

/** Why the last approval ended without the visitor; `wasShown` when the wallet was on screen by then. */
export const approvalFailureAtom = atom((get) => get(failure))

/** Leave ApproveTransaction: after a failure has been read. */
export const dismissFailureAtom = atom(null, (get, set) => {
  const transaction = get(errand)
  if (transaction !== null) set(endTransactionAtom, transaction, 'error')
})

const beginErrandAtom = atom(null, (get, set) => {
  const abortAll = () => {
    for (const controller of get(pending)) controller.abort()
  }
  const forget = () => {
    set(errand, null)
    set(failure, null)
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
  set(errand, transaction)
  set(isReady, false)
  set(beginTransactionAtom, transaction)
})

const showAtom = atom(null, (get, set) => {
  set(failure, null)
  if (!get(isOpenAtom)) set(openAtAtom, { view: 'ApproveTransaction' })
  else if (get(routeAtom).view !== 'ApproveTransaction') set(pushAtom, { view: 'ApproveTransaction' })
  if (get(errand) === null) set(beginErrandAtom)
})

const isByVisitor = (error: AppError): boolean => error.name === 'USER_REJECTED' || error.name === 'ABORTED'

/**
 * Have the visitor decide about an RPC request, in the wallet over the modal's body. Rejects with USER_REJECTED, with
 * ABORTED when the modal is closed, and with the errors of the method.
 *
 * The theme goes first: a wallet that does not answer it does not get to show anything (wire protocol, section 3).
 */
export const approveAtom = atom(null, async (get, set, method: RpcMethod, params: unknown): Promise<unknown> => {
  const controller = new AbortController()
  const { signal } = controller
  set(pending, [...get(pending), controller])
  set(showAtom)
  set(announceAtom, say('said.approve'))
  const finish = (error: AppError | null) => {
    const isShown = get(isApprovalShownAtom)
    set(
      pending,
      get(pending).filter((other) => other !== controller),
    )
    // While another waits, the wallet stays in sight; only the page hears of this one.
    if (get(pending).length > 0) return
    if (error !== null && !isByVisitor(error)) set(failure, { error, wasShown: isShown })
    const transaction = get(errand)
    if (transaction === null || get(failure) !== null) return
    set(endTransactionAtom, transaction, error === null ? 'success' : 'cancel')
  }
  try {
    const client = await connectWallet(get, set)
    await syncTheme(get, client, signal)
    if (!signal.aborted) set(isReady, true)
    const chainId = evmNetworkId(get)
    // The wallet parses the parameters with the method's own row and says what is wrong with them.
    const result = await client.rpc(method, params as RpcParams<RpcMethod>, {
      signal,
      chainId,
      chainNamespace: 'eip155',
    })
    if (method === 'eth_sendTransaction') set(invalidateBalancesAtom)
    finish(null)
    return result
  } catch (thrown) {
    const error = signal.aborted ? new AppError('ABORTED', { cause: thrown }) : takeFailure(get, set, method, thrown)
    finish(error)
    throw error
  }
})
