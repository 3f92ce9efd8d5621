import { t } from '@latchkey/copy/send'
/**
 * From the preview to the network, once.
 *
 * Requirements: one confirmation asks the wallet once, whatever is clicked, closed, left or reloaded meanwhile; a failure
 * that leaves open whether the transfer is out is never answered with another transfer, but with a look at the chain.
 *
 * Design: a transfer is planned with what tells later whether it was made (`Mark`: the account's next number, or the
 * transaction and what was before it). It is kept (`attempts.ts`) from before the wallet is asked until the outcome is
 * known. The embedded wallet keeps to the number, or the transaction, so that asking it again for the same plan cannot
 * send twice; a new plan for what is still open is shown to be a second one.
 */
import { AppError, type ErrorName, isAppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { hasRisen } from '../../send/amountRules.ts'
import { attemptOf } from '../../send/attempt.ts'
import { isOperationMark, type SendPlan, type SendWish, type Trace } from '../../send/SendPlan.ts'
import { startCrossingAtom } from '../../swap/crossing.ts'
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
 * `failed`: nothing was sent. `unclear`: nobody said whether it was; `trace` is what the chain says, null while it is asked
 * (`isLooking`) or cannot be.
 */
export type Sending =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'asking'; readonly plan: SendPlan }
  /** The allowance that a swap needs is on its way to the chain; the swap itself comes next. */
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
/** Something is asked of the network or the wallet: nothing else can be sent meanwhile. */
export const isUnderWay = (sending: Sending): sending is UnderWay =>
  sending.kind === 'checking' || sending.kind === 'asking' || sending.kind === 'allowing'

const base = atom<Sending>(idle)

/** What becomes of the transfer in the preview. One that is with the wallet stays so, whatever is previewed meanwhile. */
export const sendingAtom = atom((get): Sending => {
  const sending = get(base)
  const preview = get(previewAtom)
  if (sending.kind === 'idle' || isUnderWay(sending)) return sending
  return preview?.kind === 'ready' && preview.plan === sending.plan ? sending : idle
})

/** After these nobody knows whether the wallet has sent it. What it says itself otherwise has sent nothing. */
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
 * Confirm the preview: plan it once more, and ask the wallet. Where the fee has risen meanwhile it is shown again instead.
 * While one transfer is under way this does nothing. Never throws.
 */
export const confirmAtom = atom(null, async (get, set) => {
  const preview = get(previewAtom)
  const { kind } = get(sendingAtom)
  if (preview?.kind !== 'ready' || preview.plan.problem !== null || (kind !== 'idle' && kind !== 'failed')) return
  const isSecondKnown = get(isRepeatAtom)
  // A sale is paid once: what may have been sent is never sent again.
  if (isSecondKnown && preview.wish.sale !== undefined) return
  set(base, { kind: 'checking' })
  try {
    const again = await makePreview(get, preview.wish, null)
    // The visitor has left, or is on another network.
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
 * Go on from the form. The embedded wallet shows amount, recipient, fee and risks itself: it is asked at once, and its
 * approval is the preview. Where there is something that only the modal knows, as that this would be a second transfer,
 * and with every other wallet, the preview comes first. Never throws.
 */
export const submitFormAtom = atom(null, async (_get, set) => {
  await set(openPreviewAtom)
  await set(askAtOnceAtom)
})

/** Have a swap, or the transfer of a sale, made in the same way. Never throws. */
export const submitWishAtom = atom(null, async (_get, set, wish: SendWish) => {
  await set(showPreviewAtom, wish)
  await set(askAtOnceAtom)
})

const askAtOnceAtom = atom(null, async (get, set) => {
  // What another tab has asked for meanwhile counts as well.
  set(rereadAttemptsAtom)
  const preview = get(previewAtom)
  const { kind } = get(sendingAtom)
  if (preview?.kind !== 'ready' || get(viewAtom) !== 'WalletSendPreview' || kind !== 'idle') return
  if (get(accountAtom)?.connector.type !== 'auth' || preview.plan.problem !== null || get(isRepeatAtom)) return
  if (preview.notes.some(({ severity }) => severity === 'danger')) return
  await set(askInTurnAtom, preview.plan)
  // What the visitor has ended in the wallet leads back to the form, which keeps what was typed.
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

/** Ask once more for the very same: of a wallet that keeps to the number, so that it cannot be sent twice. */
export const repeatAtom = atom(null, async (get, set) => {
  const sending = get(sendingAtom)
  if (sending.kind !== 'unclear' || sending.trace !== 'repeatable') return
  try {
    await sending.plan.sale?.check(true)
  } catch {
    // It says itself why nothing is to be sent any more.
    return
  }
  if (get(base) === sending) await set(askWalletAtom, sending.plan, true)
})

/** Look again whether it is out. */
export const lookAgainAtom = atom(null, async (get, set) => {
  const sending = get(sendingAtom)
  if (sending.kind === 'unclear') await set(lookAtom, sending.plan, sending.error)
})

/**
 * Go back to the preview. What is out, or can never be, is settled; and of what nobody can tell, the visitor has looked in the
 * wallet and knows. Anything else can still get out: it stays kept, so that the same is not sent again unwarned.
 */
export const leaveUnclearAtom = atom(null, (get, set) => {
  const sending = get(sendingAtom)
  if (sending.kind !== 'unclear') return
  set(base, idle)
  const { trace, plan } = sending
  // An operation is with a service that may still make it, whatever the visitor sees.
  const isSettled = trace === 'out' || trace === 'void' || (trace === 'open' && !isOperationMark(plan.mark))
  if (isSettled) set(forgetAttemptAtom, attemptOf(plan, 0))
})

/** More than an allowance of nothing, one of the amount, and the swap no swap takes. */
const maxSteps = 3

/**
 * Ask the wallet for all that a plan takes. An allowance is no transfer: to ask for it twice moves nothing, and whether it is there
 * is read from the chain when the swap is planned again. So it isn't kept as an attempt, and a failed one is only reported.
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

/** Resolves with the plan of what comes next; null where it ends here, as told. Never throws. */
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
    const again = await makePreview(get, next, null)
    const preview = get(previewAtom)
    // Another swap is in front, or none.
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

/** What a wallet throws that cannot sign this, or does it in a form that no token reads. */
const cannotSign = ['WALLET_UNAVAILABLE', 'WALLET_INVALID_RESPONSE'] as const

/** What the signature makes of a plan. Where the wallet can't give one, it is the same by an ordinary allowance. */
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

const askWalletAtom = atom(null, async (get, set, plan: SendPlan, isRepeat = false) => {
  // Another tab may have asked for the same sale.
  if (plan.sale?.asking(isRepeat) === false) return set(base, idle)
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
    // Whoever declines it now may have had it sent before.
    if (isAgain || unsure.some((name) => isAppError(error, name))) return set(lookAtom, plan, error)
    // The wallet has a receipt for it: this one has left, and cannot be made any more.
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
  if (plan.swap !== undefined && plan.swap.get.chainId !== plan.network) set(startCrossingAtom, plan, id)
})

const undoneAtom = atom(null, (_, set, plan: SendPlan, { details }: AppError) => {
  set(leavePreviewAtom, plan)
  set(showUndoneAtom, plan, String(details.transactionHash), String(details.reason))
})

/** What became of it is known, and shown where the preview was, or in the sale. */
const leavePreviewAtom = atom(null, (get, set, plan: SendPlan, isForSale = false) => {
  set(forgetAttemptAtom, attemptOf(plan, 0))
  set(resetFormAtom)
  set(dropPreviewAtom)
  if (get(viewAtom) !== 'WalletSendPreview') return
  // The view of the sale is behind the preview.
  if (isForSale) set(backAtom)
  else set(replaceAtom, { view: 'WalletSendSent' })
})
