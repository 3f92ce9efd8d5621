import type { TokenBalance } from '@latchkey/api-client'
import { formatAmount } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { NetworkId } from '../Modal.ts'
import {
  type AmountEntry,
  type AmountReading,
  decimalsOf,
  filterEntry,
  isPriced,
  maxUnits,
  otherUnit,
  readAmount,
} from '../send/amountRules.ts'
import { type AccountOnNetwork, accountOnNetworkAtom, isSameAccountOnNetwork, tokenKey } from '../state/send/form.ts'
import { lastSentAtom } from '../state/send/sent.ts'
import { swapArgumentsAtom } from './openSwap.ts'
import { swapNetworkOf } from './swapNetworks.ts'
import { filterSlippage, readSlippage, slippageLimits } from './swapRules.ts'
import {
  destinationsAtom,
  findToken,
  refreshSwapTokensAtom,
  type SwapTokens,
  swapTokensAtom,
  tokensThereAtom,
} from './swapTokens.ts'

export type Side = 'give' | 'get'

/** The side whose token is being chosen. */
export const choosingSideAtom = atom<Side>('give')

/** Tokens by `tokenKey`; null: the usual one. `there`: the other network that tokens arrive on; null: none. `slippage`: as it is typed, in percent; empty: auto. */
type Form = {
  readonly give: string | null
  readonly get: string | null
  readonly there: NetworkId | null
  readonly entry: AmountEntry
  readonly slippage: string
}

const blank: Form = { give: null, get: null, there: null, entry: { text: '', unit: 'token' }, slippage: '' }
/** `sent`: the last that was sent before the form was filled in. Sending clears the form. */
const base = atom<{ place: AccountOnNetwork; sent: string | null; form: Form } | null>(null)

const sentAtom = atom((get): string | null => get(lastSentAtom)?.id ?? null)

const formAtom = atom((get): Form => {
  const kept = get(base)
  const isKept =
    kept !== null && isSameAccountOnNetwork(kept.place, get(accountOnNetworkAtom)) && kept.sent === get(sentAtom)
  return isKept ? kept.form : blank
})

const changeAtom = atom(null, (get, set, change: Partial<Form>) => {
  const place = get(accountOnNetworkAtom)
  if (place !== null) set(base, { place, sent: get(sentAtom), form: { ...get(formAtom), ...change } })
})

const ofKey = (items: readonly TokenBalance[], key: string | null): TokenBalance | undefined =>
  key === null ? undefined : items.find((item) => tokenKey(item) === key)

/** The token to send: the chosen one, else the coin. Null while none is known. */
export const giveAtom = atom((get): TokenBalance | null => {
  const { items } = get(swapTokensAtom)
  const { give, get: gotten } = get(formAtom)
  const usual = items.find((item) => item.address === undefined && tokenKey(item) !== gotten)
  return ofKey(items, give) ?? usual ?? items.find((item) => tokenKey(item) !== gotten) ?? null
})

/** The other network that tokens arrive on; null where they arrive on that of the account. */
export const thereAtom = atom((get): NetworkId | null => {
  const { there } = get(formAtom)
  return there !== null && get(destinationsAtom).includes(there) ? there : null
})

/** Tokens to receive: of the active network, or of the other one. */
export const gettableAtom = atom((get): SwapTokens => {
  const there = get(thereAtom)
  return there === null ? get(swapTokensAtom) : get(tokensThereAtom)(there)
})

/** Reads the tokens of both networks, and their prices, as far as they are due. Never throws. */
export const refreshFormTokensAtom = atom(null, async (get, set): Promise<void> => {
  const networks = [undefined, get(thereAtom) ?? undefined]
  await Promise.all([...new Set(networks)].map((network) => set(refreshSwapTokensAtom, network)))
})

/** The token to receive: the chosen one, else the first stablecoin, else the first other one. */
export const getAtom = atom((get): TokenBalance | null => {
  const give = get(giveAtom)
  const others = get(gettableAtom).items.filter((item) => give === null || tokenKey(item) !== tokenKey(give))
  const usual = others.find(({ symbol }) => symbol === 'USDC') ?? others[0]
  return ofKey(others, get(formAtom).get) ?? usual ?? null
})

/** Amounts in money need a price: one that is lost takes the entry with it. */
export const swapEntryAtom = atom((get): AmountEntry => {
  const { entry } = get(formAtom)
  const token = get(giveAtom)
  return entry.unit === 'fiat' && (token === null || !isPriced(token)) ? blank.entry : entry
})

export const swapAmountAtom = atom((get): AmountReading => {
  const token = get(giveAtom)
  return token === null ? { kind: 'empty' } : readAmount(get(swapEntryAtom), token)
})

export const slippageTextAtom = atom((get) => get(formAtom).slippage)
export const slippageAtom = atom((get) => readSlippage(get(slippageTextAtom)))
/** In hundredths of a percent; the default while the input is out of bounds, which blocks the form. */
export const slippageBpsAtom = atom((get): number => {
  const reading = get(slippageAtom)
  return reading.kind === 'own' ? reading.bps : slippageLimits.auto
})

export const typeSwapAmountAtom = atom(null, (get, set, text: string) => {
  const { unit, text: previous } = get(swapEntryAtom)
  set(changeAtom, { entry: { unit, text: filterEntry(text, unit, get(giveAtom), previous) } })
})

export const toggleSwapUnitAtom = atom(null, (get, set) => {
  const token = get(giveAtom)
  if (token !== null && isPriced(token)) set(changeAtom, { entry: otherUnit(get(swapEntryAtom), token) })
})

export const setSlippageAtom = atom(null, (get, set, text: string) =>
  set(changeAtom, { slippage: filterSlippage(text, get(slippageTextAtom)) }),
)

/** Chooses a token of one side. If the other side has it, the two are exchanged. */
export const chooseSwapTokenAtom = atom(null, (get, set, side: Side, token: TokenBalance) => {
  const [give, gotten] = [get(giveAtom), get(getAtom)]
  const other = side === 'give' ? gotten : give
  const isOther = other !== null && tokenKey(other) === tokenKey(token)
  if (isOther) return set(flipAtom)
  if (side === 'get') return set(changeAtom, { get: tokenKey(token), give: give && tokenKey(give) })
  const { text, unit } = get(swapEntryAtom)
  const kept = isPriced(token) ? unit : 'token'
  set(changeAtom, {
    give: tokenKey(token),
    get: gotten && tokenKey(gotten),
    entry: { unit: kept, text: kept === unit ? filterEntry(text, kept, token) : '' },
  })
})

/** Sets the network on which the tokens arrive; null: the account's. Reads the tokens that can arrive there. Never throws. */
export const chooseThereAtom = atom(null, async (get, set, there: NetworkId | null): Promise<void> => {
  const give = get(giveAtom)
  set(changeAtom, { there, get: null, give: give && tokenKey(give) })
  if (there !== null) await set(refreshSwapTokensAtom, there)
})

/** Swap the other way round. Not from another network, where the account isn't. An amount in money stays; of another token it would be another amount. */
export const flipAtom = atom(null, (get, set) => {
  const [give, gotten] = [get(giveAtom), get(getAtom)]
  if (give === null || gotten === null || get(thereAtom) !== null) return
  const { text, unit } = get(swapEntryAtom)
  const isKept = unit === 'fiat' && isPriced(gotten)
  set(changeAtom, {
    give: tokenKey(gotten),
    get: tokenKey(give),
    entry: { unit: isKept ? 'fiat' : 'token', text: isKept ? text : '' },
  })
})

/** Applies the form's initial values, once its tokens are known. Those that match no token are ignored. */
export const takeArgumentsAtom = atom(null, (get, set) => {
  const given = get(swapArgumentsAtom)
  const { items } = get(swapTokensAtom)
  if (given === null || items.length === 0) return
  set(swapArgumentsAtom, null)
  const give = findToken(items, given.fromToken ?? '')
  const gotten = findToken(items, given.toToken ?? '')
  if (give !== undefined) set(chooseSwapTokenAtom, 'give', give)
  if (gotten !== undefined) set(chooseSwapTokenAtom, 'get', gotten)
  if (given.amount !== undefined)
    set(changeAtom, { entry: { unit: 'token', text: filterEntry(given.amount, 'token', get(giveAtom)) } })
})

const maxing = atom(false)
export const isSwapMaxingAtom = atom((get) => get(maxing))

/** Why the maximum couldn't be filled in; null once something is typed. */
const problem = atom<{ error: AppError; of: AmountEntry } | null>(null)
export const swapProblemAtom = atom((get) => {
  const known = get(problem)
  return known !== null && known.of === get(swapEntryAtom) ? known.error : null
})

/** Fills in the maximum, of the coin less the network's fee for the swap. Never throws. */
export const fillMostToSwapAtom = atom(null, async (get, set) => {
  const token = get(giveAtom)
  const place = get(accountOnNetworkAtom)
  if (token === null || place === null || get(maxing)) return
  set(maxing, true)
  const fail = (error: AppError) => set(problem, { error, of: get(swapEntryAtom) })
  try {
    const reserve = token.address === undefined ? await swapNetworkOf(place.network).reserve(get, place) : 0n
    const now = get(giveAtom)
    if (now === null || tokenKey(now) !== tokenKey(token) || !isSameAccountOnNetwork(get(accountOnNetworkAtom), place))
      return
    const most = maxUnits(token, reserve)
    set(changeAtom, { entry: { unit: 'token', text: most === 0n ? '' : formatAmount(most, decimalsOf(token)) } })
    if (most === 0n) fail(new AppError('INSUFFICIENT_FUNDS'))
  } catch (thrown) {
    fail(AppError.from(thrown))
  } finally {
    set(maxing, false)
  }
})
