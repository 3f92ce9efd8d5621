import { formatAmount } from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { loadPart } from '../../loadPart.ts'
import { decimalsOf, maxUnits } from '../../send/amountRules.ts'
import { isRefused, type RecipientNote } from '../../send/recipientRules.ts'
import type { SendPlan, SendWish } from '../../send/SendPlan.ts'
import { failed } from '../failed.ts'
import { pushAtom } from '../route.ts'
import { refreshTokensAtom } from '../tokens.ts'
import {
  type AccountOnNetwork,
  accountOnNetworkAtom,
  amountAtom,
  entryAtom,
  isSameAccountOnNetwork,
  recipientTextAtom,
  setTokenAmountAtom,
  tokenAtom,
} from './form.ts'
import { inspect, judge, recipientAtom } from './recipient.ts'
import { openSender } from './sendTools.ts'

/** `feeBefore`: the fee when it was shown, where it has risen since. */
export type Preview =
  | { readonly kind: 'loading'; readonly wish: SendWish }
  | { readonly kind: 'failed'; readonly wish: SendWish; readonly error: AppError }
  | {
      readonly kind: 'ready'
      readonly wish: SendWish
      readonly plan: SendPlan
      readonly notes: readonly RecipientNote[]
      readonly feeBefore: bigint | null
    }

const base = atom<Preview | null>(null)

/** The transfer to preview; null when there is none, or it was for another account or network. */
export const previewAtom = atom((get) => {
  const preview = get(base)
  return preview !== null && isSameAccountOnNetwork(preview.wish, get(accountOnNetworkAtom)) ? preview : null
})

const problem = atom<{ error: AppError; of: unknown } | null>(null)
/** The form's content, as one value that changes with it. */
const heldFormAtom = atom((get) =>
  JSON.stringify([get(tokenAtom)?.address, get(entryAtom), get(recipientTextAtom), get(recipientAtom).kind]),
)

/** Why the form couldn't continue; null once something in it has changed. */
export const formProblemAtom = atom((get) => {
  const known = get(problem)
  return known !== null && known.of === get(heldFormAtom) ? known.error : null
})

const maxing = atom<Promise<void> | null>(null)
/** The maximum amount needs a request to the network. */
export const isMaxingAtom = atom((get) => get(maxing) !== null)

/** Fills in the maximum, less the network's fee, unless something else is typed meanwhile. Never throws. */
export const fillMostAtom = atom(null, async (get, set): Promise<void> => {
  if (get(maxing) !== null) return
  const filling = fillMost(get, set).finally(() => set(maxing, null))
  set(maxing, filling)
  await filling
})

async function fillMost(get: Getter, set: Setter): Promise<void> {
  const [token, place, entry] = [get(tokenAtom), get(accountOnNetworkAtom), get(entryAtom)]
  if (token === null || place === null) return
  try {
    const recipient = get(recipientAtom)
    const reserve = token.address === undefined ? await readReserve(get, place, recipient) : 0n
    if (
      get(tokenAtom) !== token ||
      get(entryAtom) !== entry ||
      !isSameAccountOnNetwork(get(accountOnNetworkAtom), place)
    )
      return
    const decimals = decimalsOf(token)
    set(setTokenAmountAtom, formatAmount(maxUnits(token, reserve), decimals))
    if (maxUnits(token, reserve) === 0n) set(failFormAtom, new AppError('INSUFFICIENT_FUNDS'))
  } catch (thrown) {
    set(failFormAtom, AppError.from(thrown))
  }
}

/** Where only the wallet knows its fee, the wallet itself reports a balance that is too low. */
async function readReserve(
  get: Getter,
  place: AccountOnNetwork,
  recipient: { kind: string; recipient?: { address: string } },
) {
  const { sender, tools } = await openSender(get, place)
  return (await sender.reserve(tools, place.account, recipient.recipient?.address ?? null)) ?? 0n
}

/** Shows in the form why it couldn't continue. */
export const failFormAtom = atom(null, (get, set, error: AppError) => set(problem, { error, of: get(heldFormAtom) }))

/** Returns the transfer in the form. Throws TOKEN_MISSING, AMOUNT_OR_RECEIVER_MISSING, ADDRESS_INVALID, INSUFFICIENT_FUNDS. */
function readWish(get: Getter): SendWish {
  const place = get(accountOnNetworkAtom)
  if (place === null) throw new AppError('UNAUTHORIZED')
  const token = get(tokenAtom)
  if (token === null) throw new AppError('TOKEN_MISSING')
  const amount = get(amountAtom)
  const recipient = get(recipientAtom)
  if (amount.kind === 'empty' || recipient.kind === 'empty') throw new AppError('AMOUNT_OR_RECEIVER_MISSING')
  if (recipient.kind === 'refused') throw new AppError(recipient.reason)
  if (recipient.kind === 'unresolved') throw recipient.error
  if (recipient.kind === 'resolving') throw new AppError('AMOUNT_OR_RECEIVER_MISSING')
  if (isRefused(recipient.notes)) throw new AppError('ADDRESS_INVALID')
  if (amount.kind === 'tooMuch') throw new AppError('INSUFFICIENT_FUNDS')
  return { ...place, token, units: amount.units, recipient: recipient.recipient }
}

/** Continues from the form: to its preview, or to its error. */
export const openPreviewAtom = atom(null, async (get, set) => {
  let wish: SendWish
  // A user who chose the maximum means that, and not an earlier amount.
  const filling = get(maxing)
  if (filling !== null) await filling
  // A token that has just arrived may not be in the list yet.
  if (get(amountAtom).kind === 'tooMuch') {
    const typed = [get(entryAtom), get(recipientTextAtom), get(accountOnNetworkAtom)?.network]
    await set(refreshTokensAtom, true)
    // The user has typed since: this result is no longer wanted.
    const now = [get(entryAtom), get(recipientTextAtom), get(accountOnNetworkAtom)?.network]
    if (typed.some((value, index) => value !== now[index])) return
  }
  try {
    wish = readWish(get)
  } catch (thrown) {
    return set(failFormAtom, AppError.from(thrown))
  }
  await set(showPreviewAtom, wish)
})

/** Simulates the same plan again. */
export const retryPreviewAtom = atom(null, async (get, set) => {
  const preview = get(previewAtom)
  if (preview !== null) await set(loadPreviewAtom, preview.wish)
})

/** Shows the planned action, and plans it. */
export const showPreviewAtom = atom(null, async (_get, set, wish: SendWish) => {
  set(pushAtom, { view: 'WalletSendPreview' })
  await set(loadPreviewAtom, wish)
})

const loadPreviewAtom = atom(null, async (get, set, wish: SendWish) => {
  const loading: Preview = { kind: 'loading', wish }
  set(base, loading)
  const put = (preview: Preview): void => {
    if (get(base) === loading) set(base, preview)
  }
  try {
    put(await makePreview(get, set, wish))
  } catch (thrown) {
    put({ kind: 'failed', wish, error: failed(get, 'send', thrown) })
  }
})

/** Plans a transfer, and checks the recipient again. Throws as `Sender.plan`, and ADDRESS_INVALID for a blocked recipient. */
export async function makePreview(
  get: Getter,
  set: Setter,
  wish: SendWish,
): Promise<Extract<Preview, { kind: 'ready' }>> {
  const { swap } = wish
  if (swap !== undefined) {
    const { swapNetworkOf } = await loadPart(import('../../swap/swapNetworks.ts'))
    const plan = await swapNetworkOf(wish.network).plan(get, set, { ...wish, swap })
    return { kind: 'ready', wish, plan, notes: [], feeBefore: null }
  }
  await wish.sale?.check()
  const { sender, tools } = await openSender(get, wish)
  const [plan, is] = await Promise.all([sender.plan(tools, wish), inspect(get, wish, wish.recipient.address)])
  const notes = judge(get, wish, wish.recipient.address, is)
  if (isRefused(notes)) throw new AppError('ADDRESS_INVALID')
  return { kind: 'ready', wish, plan, notes, feeBefore: null }
}

/** Shows new facts of the same transfer: its fee has risen. */
export const showAgainAtom = atom(null, (_get, set, preview: Preview) => set(base, preview))

/** A sent transfer needs no preview. */
export const dropPreviewAtom = atom(null, (_get, set) => set(base, null))

/** Failures that may be temporary, so that a retry makes sense. */
export const mayPass = (error: AppError): boolean =>
  (['CHAIN_UNREACHABLE', 'SERVICE_UNREACHABLE', 'TIMEOUT', 'LIMIT_EXCEEDED', 'RATE_LIMITED'] as const).some((name) =>
    isAppError(error, name),
  )
