import { t } from '@latchkey/copy/send'
/**
 * From the preview to the network, once.
 *
 * Requirements: one confirmation makes one wallet request, whatever is clicked, closed, left or reloaded meanwhile; a failure that leaves
 * open whether the transfer was sent never leads to another transfer, but to a check of the chain.
 *
 * Design: a transfer is planned with data that identifies it later (`Mark`: the account's next number, or the transaction and the latest
 * signature before it). It is stored (`attempts.ts`) from before the wallet's request until the outcome is known. The embedded wallet keeps
 * the number, or the transaction, so that a repeated request for the same plan can't send twice; a new plan while one is open is shown as a
 * second one.
 */
import { AppError, type ErrorName, isAppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { hasRisen } from '../../send/amountRules.ts'
import { attemptOf } from '../../send/attempt.ts'
import { isOperationMark, type SendPlan, type SendWish, type Trace } from '../../send/SendPlan.ts'
import { accountAtom } from '../accounts.ts'
import { announceAtom } from '../announcement.ts'
import { failed } from '../failed.ts'
import { invalidateBalancesAtom } from '../invalidateBalances.ts'
import { backAtom, replaceAtom, viewAtom } from '../route.ts'
import { forgetAttemptAtom, isSecondOfAny, keepAttemptAtom, rereadAttemptsAtom, traceAttemptAtom } from './attempts.ts'
import { resetFormAtom } from './form.ts'
import {
  dropPreviewAtom,
  failFormAtom,
  makePreview,
  openPreviewAtom,
  previewAtom,
  showAgainAtom,
  showPreviewAtom,
} from './preview.ts'
import { rememberRecipientAtom } from './recipient.ts'
import { openSender } from './sendTools.ts'
import { settleAtom, showUndoneAtom, watchAtom } from './sent.ts'

/**
 * `failed`: nothing was sent. `unclear`: it isn't known whether it was; `trace` is the chain's state, null while it is read (`isLooking`)
 * or can't be.
 */
export type Sending =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'asking'; readonly plan: SendPlan }
  /** The allowance that a swap needs is pending on the chain; the swap itself comes next. */
  | { readonly kind: 'allowing'; readonly plan: SendPlan }
  | { readonly kind: 'failed'; readonly plan: SendPlan; readonly error: AppError }
  | {
      readonly kind: 'unclear'
      readonly plan: SendPlan
      readonly error: AppError
      readonly trace: Trace | null
      readonly isLooking: boolean
    }

const idle: Sending = { kind: 'idle' }

type UnderWay = Extract<Sending, { kind: 'checking' | 'asking' | 'allowing' }>
/** A request to the network or the wallet is pending: nothing else can be sent meanwhile. */
export const isUnderWay = (sending: Sending): sending is UnderWay =>
  sending.kind === 'checking' || sending.kind === 'asking' || sending.kind === 'allowing'

const base = atom<Sending>(idle)

/** The state of sending the previewed transfer. One that is with the wallet stays so, whatever is previewed meanwhile. */
export const sendingAtom = atom((get): Sending => {
  const sending = get(base)
  const preview = get(previewAtom)
  if (sending.kind === 'idle' || isUnderWay(sending)) return sending
  return preview?.kind === 'ready' && preview.plan === sending.plan ? sending : idle
})

/** Errors after which the wallet may have sent it. With any other error, nothing was sent. */
const unsure: readonly ErrorName[] = [
  'ABORTED',
  'BUNDLER_UNREACHABLE',
  'CHAIN_DISCONNECTED',
  'CHAIN_UNREACHABLE',
  'DISCONNECTED',
  'INTERNAL',
  'NONCE_TOO_LOW',
  'SERVICE_UNREACHABLE',
  'TIMEOUT',
  'TRANSACTION_KNOWN',
  'WALLET_INVALID_RESPONSE',
]

/** The same transfer may be out already: sending it would be a second one. */
export const isRepeatAtom = atom((get): boolean => {
  const preview = get(previewAtom)
  return preview?.kind === 'ready' && get(sendingAtom).kind === 'idle' && isSecondOfAny(get, preview.plan)
})

/**
 * Confirms the preview: plans it again, and makes the wallet's request. Where the fee has risen meanwhile it is shown again instead. While
 * a transfer is pending this does nothing. Never throws.
 */
export const confirmAtom = atom(null, async (get, set) => {
  const preview = get(previewAtom)
  const { kind } = get(sendingAtom)
  if (preview?.kind !== 'ready' || preview.plan.problem !== null || (kind !== 'idle' && kind !== 'failed')) return
  const isSecondKnown = get(isRepeatAtom)
  // A sale is paid once: a transfer that may have been sent is never sent again.
  if (isSecondKnown && preview.wish.sale !== undefined) return
  set(base, { kind: 'checking' })
  try {
    const again = await makePreview(get, set, preview.wish)
    // The user has left, or is on another network.
    if (get(previewAtom) !== preview) return set(base, idle)
    const { feeUnits, problem } = again.plan
    const isRisen = hasRisen(preview.plan.feeUnits, feeUnits)
    if (isRisen) set(announceAtom, t('feeRisen'))
    set(rereadAttemptsAtom)
    const isNewlySecond = !isSecondKnown && isSecondOfAny(get, again.plan)
    set(showAgainAtom, isRisen ? { ...again, feeBefore: preview.plan.feeUnits } : again)
    if (isRisen || isNewlySecond || problem !== null) return set(base, idle)
    await set(askInTurnAtom, again.plan)
  } catch (thrown) {
    if (get(base).kind === 'checking')
      set(base, { kind: 'failed', plan: preview.plan, error: failed(get, 'send', thrown) })
  }
})

/**
 * Continues from the form. The embedded wallet shows amount, recipient, fee and risks itself: the request goes to it at once, and its
 * approval is the preview. Where only the modal knows something, such as that this would be a second transfer, and with every other wallet,
 * the preview comes first. Never throws.
 */
export const submitFormAtom = atom(null, async (_get, set) => {
  await set(openPreviewAtom)
  await set(askAtOnceAtom)
})

/** Executes a swap, or the transfer of a sale, in the same way. Never throws. */
export const submitWishAtom = atom(null, async (_get, set, wish: SendWish) => {
  await set(showPreviewAtom, wish)
  await set(askAtOnceAtom)
})

const askAtOnceAtom = atom(null, async (get, set) => {
  // Requests from other tabs count as well.
  set(rereadAttemptsAtom)
  const preview = get(previewAtom)
  const { kind } = get(sendingAtom)
  if (preview?.kind !== 'ready' || get(viewAtom) !== 'WalletSendPreview' || kind !== 'idle') return
  if (get(accountAtom)?.connector.type !== 'auth' || preview.plan.problem !== null || get(isRepeatAtom)) return
  if (preview.notes.some(({ severity }) => severity === 'danger')) return
  await set(askInTurnAtom, preview.plan)
  // A rejection in the wallet leads back to the form, which keeps the input.
  const after = get(base)
  if (
    after.kind !== 'failed' ||
    after.plan.recipient !== preview.plan.recipient ||
    get(viewAtom) !== 'WalletSendPreview'
  )
    return
  if (after.error.name !== 'USER_REJECTED' && after.error.name !== 'INSUFFICIENT_FUNDS') return
  set(base, idle)
  set(backAtom)
  if (after.error.name === 'INSUFFICIENT_FUNDS') set(failFormAtom, after.error)
})

/** Repeats the same request: to a wallet that keeps the number, so that it can't be sent twice. */
export const repeatAtom = atom(null, async (get, set) => {
  const sending = get(sendingAtom)
  if (sending.kind !== 'unclear' || sending.trace !== 'repeatable') return
  try {
    await sending.plan.sale?.check(true)
  } catch {
    // The check itself shows why nothing is to be sent.
    return
  }
  if (get(base) === sending) await set(askWalletAtom, sending.plan, true)
})

/** Checks again whether it was sent. */
export const lookAgainAtom = atom(null, async (get, set) => {
  const sending = get(sendingAtom)
  if (sending.kind === 'unclear') await set(lookAtom, sending.plan, sending.error)
})

/**
 * Goes back to the preview. A transfer that was sent, or never can be, is settled; and where it can't be determined, the user has looked in
 * the wallet and knows. Anything else may still be sent: it stays stored, so that the same isn't sent again without a warning.
 */
export const leaveUnclearAtom = atom(null, (get, set) => {
  const sending = get(sendingAtom)
  if (sending.kind !== 'unclear') return
  set(base, idle)
  const { trace, plan } = sending
  // A service may still execute the operation, whatever the user sees.
  const isSettled = trace === 'out' || trace === 'void' || (trace === 'open' && !isOperationMark(plan.mark))
  if (isSettled) set(forgetAttemptAtom, attemptOf(plan, 0))
})

/** More than an allowance of nothing, one of the amount, and the swap no swap takes. */
const maxSteps = 3

/**
 * Makes all wallet requests of a plan. An allowance isn't a transfer: requesting it twice moves nothing, and the chain shows whether it
 * exists when the swap is planned again. So it isn't stored as an attempt, and a failed one is only reported.
 */
const askInTurnAtom = atom(null, async (_get, set, first: SendPlan) => {
  let plan = first
  for (let step = 1; plan.isApproval === true && step < maxSteps; step++) {
    const next = await set(allowAtom, plan)
    if (next === null) return
    plan = next
  }
  if (plan.isApproval === true) return set(base, { kind: 'failed', plan, error: new AppError('SWAP_MISMATCH') })
  await set(askWalletAtom, plan)
})

/** Resolves with the next step's plan; null where it ends here, with the state shown. Never throws. */
const allowAtom = atom(null, async (get, set, plan: SendPlan): Promise<SendPlan | null> => {
  set(base, { kind: 'asking', plan })
  try {
    const { sender, tools } = await openSender(get, plan)
    let next: SendWish = plan
    if (plan.permit === undefined) {
      const id = await sender.send(tools, plan)
      set(base, { kind: 'allowing', plan })
      await set(settleAtom, plan, id)
    } else next = await followSignature(plan.permit, () => tools.request(plan.request))
    const again = await makePreview(get, set, next)
    const preview = get(previewAtom)
    // Another swap is active, or none.
    if (preview?.wish.recipient !== plan.recipient) {
      set(base, idle)
      return null
    }
    set(showAgainAtom, again)
    if (get(viewAtom) === 'WalletSendPreview' && again.plan.problem === null) return again.plan
    set(base, idle)
    return null
  } catch (thrown) {
    set(base, { kind: 'failed', plan, error: failed(get, 'send', thrown) })
    set(announceAtom, t('notSent'))
    return null
  }
})

/** Errors of a wallet that can't sign this, or signs it in an invalid form. */
const cannotSign = ['WALLET_UNAVAILABLE', 'WALLET_INVALID_RESPONSE'] as const

/** Applies the signature to a plan. Where the wallet can't give one, an ordinary allowance replaces it. */
const followSignature = async (
  { signed, unsigned }: NonNullable<SendPlan['permit']>,
  ask: () => Promise<unknown>,
): Promise<SendWish> => {
  try {
    return signed(await ask())
  } catch (thrown) {
    if (cannotSign.some((name) => isAppError(thrown, name))) return unsigned
    throw thrown
  }
}

const askWalletAtom = atom(null, async (get, set, plan: SendPlan, isRepeat?: boolean) => {
  // Another tab may have asked for the same sale.
  if (plan.sale?.asking(isRepeat === true) === false) return set(base, idle)
  const asking: Sending = { kind: 'asking', plan }
  set(base, asking)
  const isAgain = set(keepAttemptAtom, plan)
  try {
    const { sender, tools } = await openSender(get, plan)
    const id = await sender.send(tools, plan)
    set(base, idle)
    set(sentAtom, plan, id)
  } catch (thrown) {
    const error = failed(get, 'send', thrown)
    // A user who rejects it now may have had it sent before.
    if (isAgain || unsure.some((name) => isAppError(error, name))) return set(lookAtom, plan, error)
    // The wallet has a receipt for it: this one was sent, and can't be sent again.
    if (isAppError(error, 'OPERATION_REVERTED')) {
      set(base, idle)
      plan.sale?.unsent()
      return set(undoneAtom, plan, error)
    }
    set(forgetAttemptAtom, attemptOf(plan, 0))
    plan.sale?.unsent()
    set(base, { kind: 'failed', plan, error })
    set(announceAtom, t('notSent'))
  }
})

const lookAtom = atom(null, async (get, set, plan: SendPlan, error: AppError) => {
  const looking: Sending = { kind: 'unclear', plan, error, trace: null, isLooking: true }
  set(base, looking)
  set(announceAtom, t('unclear'))
  const trace = await set(traceAttemptAtom, attemptOf(plan, 0))
  if (get(base) === looking) set(base, { ...looking, trace, isLooking: false })
  if (trace === 'void') plan.sale?.unsent()
  if (trace !== 'out') return
  plan.sale?.sent(null)
  set(invalidateBalancesAtom)
})

const sentAtom = atom(null, (_, set, plan: SendPlan, id: string) => {
  if (plan.swap === undefined) set(rememberRecipientAtom, plan, plan.recipient.address)
  plan.sale?.sent(id)
  set(leavePreviewAtom, plan, plan.sale !== undefined)
  set(announceAtom, t('sent'))
  void set(watchAtom, plan, id)
  plan.swap?.sent?.(plan, id)
})

const undoneAtom = atom(null, (_, set, plan: SendPlan, { details }: AppError) => {
  set(leavePreviewAtom, plan)
  set(showUndoneAtom, plan, String(details.transactionHash), String(details.reason))
})

/** The outcome is known, and shown in place of the preview, or in the sale. */
const leavePreviewAtom = atom(null, (get, set, plan: SendPlan, isForSale = false) => {
  set(forgetAttemptAtom, attemptOf(plan, 0))
  set(resetFormAtom)
  set(dropPreviewAtom)
  if (get(viewAtom) !== 'WalletSendPreview') return
  // The view of the sale is behind the preview.
  if (isForSale) set(backAtom)
  else set(replaceAtom, { view: 'WalletSendSent' })
})
