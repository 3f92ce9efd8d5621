/**
 * From the preview to the network, once.
 *
 * Requirements: one confirmation asks the wallet once, whatever is clicked, closed, left or reloaded meanwhile; a failure
 * that leaves open whether the transfer is out is never answered with another transfer, but with a look at the chain.
 *
 * Design: a transfer is planned with what tells later whether it was made (`Mark`: the account's next number, its last
 * signature). The plan is kept in storage from before the wallet is asked until the outcome is known. The embedded wallet
 * is given the number too, so that asking it again for the same plan cannot send twice.
 */
import { AppError, type ErrorName, isAppError } from '@latchkey/protocol'
import { atom, type Getter } from 'jotai/vanilla'
import { hasRisen } from '../../send/amountRules.ts'
import { type Attempt, attemptOf, formatAttempt, isSameTransfer, parseAttempt } from '../../send/attempt.ts'
import type { SendPlan, Trace } from '../../send/SendPlan.ts'
import { sayLater as say } from '../../words/sayLater.ts'
import { announceAtom } from '../announcement.ts'
import { invalidateBalancesAtom } from '../moneyMoved.ts'
import { replaceAtom, viewAtom } from '../route.ts'
import { servicesAtom } from '../services.ts'
import { isSamePlace, placeAtom, resetFormAtom } from './form.ts'
import { dropPreviewAtom, makePreview, previewAtom, showAgainAtom } from './preview.ts'
import { rememberRecipientAtom } from './recipient.ts'
import { openSender } from './sendTools.ts'
import { watchAtom } from './sent.ts'

/**
 * `failed`: nothing was sent. `unclear`: nobody said whether it was; `trace` is what the chain says, null while it is asked
 * (`isLooking`) or cannot be.
 */
export type Sending =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'asking'; readonly plan: SendPlan }
  | { readonly kind: 'failed'; readonly plan: SendPlan; readonly error: AppError }
  | {
      readonly kind: 'unclear'
      readonly plan: SendPlan
      readonly error: AppError
      readonly trace: Trace | null
      readonly isLooking: boolean
    }

const idle: Sending = { kind: 'idle' }
const base = atom<Sending>(idle)

/** What becomes of the transfer in the preview. One that is with the wallet stays so, whatever is previewed meanwhile. */
export const sendingAtom = atom((get): Sending => {
  const sending = get(base)
  const preview = get(previewAtom)
  if (sending.kind === 'idle' || sending.kind === 'checking' || sending.kind === 'asking') return sending
  return preview?.kind === 'ready' && preview.plan === sending.plan ? sending : idle
})

/** After these nobody knows whether the wallet has sent it. What it says itself otherwise has sent nothing. */
const unsure: readonly ErrorName[] = [
  'ABORTED',
  'CHAIN_DISCONNECTED',
  'CHAIN_UNREACHABLE',
  'DISCONNECTED',
  'INTERNAL',
  'NONCE_TOO_LOW',
  'SERVICE_UNREACHABLE',
  'TIMEOUT',
  'TRANSACTION_KNOWN',
  'WALLET_MISBEHAVED',
]

const attempts = atom(0)

/** What was attempted at this place and has no known outcome. */
export const attemptAtom = atom((get): Attempt | null => {
  get(attempts)
  const { storage, clock } = get(servicesAtom)
  const text = storage.read('send-attempt')
  const attempt = text === undefined ? undefined : parseAttempt(text, clock.now())
  return attempt !== undefined && isSamePlace(attempt, get(placeAtom)) ? attempt : null
})

const keepAttemptAtom = atom(null, (get, set, plan: SendPlan) => {
  const { storage, clock } = get(servicesAtom)
  storage.write('send-attempt', formatAttempt(attemptOf(plan, clock.now())))
  set(attempts, get(attempts) + 1)
})

/** The visitor knows, or the outcome is. */
export const forgetAttemptAtom = atom(null, (get, set) => {
  get(servicesAtom).storage.remove('send-attempt')
  set(attempts, get(attempts) + 1)
  set(traced, null)
})

const traced = atom<{ attempt: string; trace: Trace } | null>(null)
const nameOf = ({ atMs, to }: Attempt): string => `${atMs} ${to}`

/** What the chain says about the attempt; null while it has not been asked, or could not be. */
export const attemptTraceAtom = atom((get): Trace | null => {
  const attempt = get(attemptAtom)
  const known = get(traced)
  return attempt !== null && known?.attempt === nameOf(attempt) ? known.trace : null
})

/** Ask the chain about an attempt that was left open. Never throws. */
export const traceAttemptAtom = atom(null, async (get, set) => {
  const attempt = get(attemptAtom)
  if (attempt === null || get(base).kind === 'asking') return
  const trace = await readTrace(get, attempt)
  if (trace !== null && get(attemptAtom) !== null) set(traced, { attempt: nameOf(attempt), trace })
})

async function readTrace(get: Getter, of: Attempt | SendPlan): Promise<Trace | null> {
  try {
    const { sender, tools } = await openSender(get, of)
    return await sender.trace(tools, of.account, of.mark)
  } catch {
    return null
  }
}

/** The same transfer is out already, as far as the chain says: sending it would be a second one. */
export const isRepeatAtom = atom((get): boolean => {
  const preview = get(previewAtom)
  const attempt = get(attemptAtom)
  return (
    preview?.kind === 'ready' &&
    attempt !== null &&
    get(sendingAtom).kind === 'idle' &&
    isSecond(attempt, preview.plan, get(attemptTraceAtom))
  )
})

/** The wallet keeps to the number of a plan: with the same number, of two transfers only one can be made. */
const isSecond = (attempt: Attempt, plan: SendPlan, trace: Trace | null): boolean =>
  isSameTransfer(attempt, plan) &&
  !(trace === 'repeatable' && JSON.stringify(attempt.mark) === JSON.stringify(plan.mark))

/**
 * Confirm the preview: plan it once more, and ask the wallet. Where the fee has risen meanwhile it is shown again instead.
 * While one transfer is under way this does nothing. Never throws.
 */
export const confirmAtom = atom(null, async (get, set) => {
  const preview = get(previewAtom)
  const { kind } = get(sendingAtom)
  if (preview?.kind !== 'ready' || preview.plan.problem !== null || (kind !== 'idle' && kind !== 'failed')) return
  const isSecondKnown = get(isRepeatAtom)
  set(base, { kind: 'checking' })
  try {
    const again = await makePreview(get, preview.wish, null)
    // The visitor has left, or is on another network.
    if (get(previewAtom) !== preview) return set(base, idle)
    const { feeUnits, problem } = again.plan
    const isRisen = hasRisen(preview.plan.feeUnits, feeUnits)
    if (isRisen) set(announceAtom, say('send.feeRisen'))
    const attempt = get(attemptAtom)
    const isNewlySecond = attempt !== null && !isSecondKnown && isSecond(attempt, again.plan, get(attemptTraceAtom))
    set(showAgainAtom, isRisen ? { ...again, feeBefore: preview.plan.feeUnits } : again)
    if (isRisen || isNewlySecond || problem !== null) return set(base, idle)
    await set(askWalletAtom, again.plan)
  } catch (thrown) {
    if (get(base).kind === 'checking') set(base, { kind: 'failed', plan: preview.plan, error: AppError.from(thrown) })
  }
})

/** Ask once more for the very same: of a wallet that keeps to the number, so that it cannot be sent twice. */
export const repeatAtom = atom(null, async (get, set) => {
  const sending = get(sendingAtom)
  if (sending.kind === 'unclear' && sending.trace === 'repeatable') await set(askWalletAtom, sending.plan)
})

/** Look again whether it is out. */
export const lookAgainAtom = atom(null, async (get, set) => {
  const sending = get(sendingAtom)
  if (sending.kind === 'unclear') await set(lookAtom, sending.plan, sending.error)
})

/** The visitor has looked in the wallet: it is not there, or it is enough that the chain has it. */
export const leaveUnclearAtom = atom(null, (get, set) => {
  if (get(sendingAtom).kind === 'unclear') set(base, idle)
  set(forgetAttemptAtom)
})

const askWalletAtom = atom(null, async (get, set, plan: SendPlan) => {
  const asking: Sending = { kind: 'asking', plan }
  set(base, asking)
  set(keepAttemptAtom, plan)
  try {
    const { sender, tools } = await openSender(get, plan)
    const id = await sender.send(tools, plan)
    set(base, idle)
    set(sentAtom, plan, id)
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (unsure.some((name) => isAppError(error, name))) return set(lookAtom, plan, error)
    set(forgetAttemptAtom)
    set(base, { kind: 'failed', plan, error })
    set(announceAtom, say('send.notSent'))
  }
})

const lookAtom = atom(null, async (get, set, plan: SendPlan, error: AppError) => {
  const looking: Sending = { kind: 'unclear', plan, error, trace: null, isLooking: true }
  set(base, looking)
  set(announceAtom, say('send.unclear'))
  const trace = await readTrace(get, plan)
  if (get(base) === looking) set(base, { ...looking, trace, isLooking: false })
  if (trace === 'out') set(invalidateBalancesAtom)
})

const sentAtom = atom(null, (get, set, plan: SendPlan, id: string) => {
  set(forgetAttemptAtom)
  set(rememberRecipientAtom, plan, plan.recipient.address)
  set(resetFormAtom)
  set(dropPreviewAtom)
  set(announceAtom, say('send.sent'))
  void set(watchAtom, plan, id)
  if (get(viewAtom) === 'WalletSendPreview') set(replaceAtom, { view: 'WalletSendSent' })
})
