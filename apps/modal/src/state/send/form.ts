import type { TokenBalance } from '@latchkey/api-client'
import { atom } from 'jotai/vanilla'
import type { NetworkId } from '../../Modal.ts'
import {
  type AmountEntry,
  type AmountReading,
  filterEntry,
  isPriced,
  otherUnit,
  readAmount,
} from '../../send/amountRules.ts'
import { accountAtom } from '../accounts.ts'
import { activeNetworkIdAtom } from '../networks.ts'
import { tokensAtom } from '../tokens.ts'

/** `token`: CAIP-10, or the network for its own coin; null: the first of the list. */
type Form = { readonly token: string | null; readonly entry: AmountEntry; readonly recipientText: string }

const blank: Form = { token: null, entry: { text: '', unit: 'token' }, recipientText: '' }

/** The form's account. Another one starts a new form. */
export type AccountOnNetwork = { readonly network: NetworkId; readonly account: string }

/** A new object after each switch of the network, also one that returns: a switch resets the form (specification section 4). */
const visitAtom = atom((get) => ({ network: get(activeNetworkIdAtom) }))

const base = atom<{ place: AccountOnNetwork; visit: object; form: Form } | null>(null)

/** The account, network and wallet for sending: the active ones; null without an account. */
export const accountOnNetworkAtom = atom((get): AccountOnNetwork | null => {
  const account = get(accountAtom)
  return account === null ? null : { network: get(activeNetworkIdAtom), account: account.address }
})

export const isSameAccountOnNetwork = (one: AccountOnNetwork | null, other: AccountOnNetwork | null): boolean =>
  one !== null && other !== null && one.network === other.network && one.account === other.account

const formAtom = atom((get): Form => {
  const kept = get(base)
  const isHere = kept?.visit === get(visitAtom) && isSameAccountOnNetwork(kept.place, get(accountOnNetworkAtom))
  return isHere ? kept.form : blank
})

const changeAtom = atom(null, (get, set, change: Partial<Form>) => {
  const place = get(accountOnNetworkAtom)
  if (place !== null) set(base, { place, visit: get(visitAtom), form: { ...get(formAtom), ...change } })
})

/** Clears the form. */
export const resetFormAtom = atom(null, (_get, set) => set(base, null))

/** A token's key among those of one account. */
export const tokenKey = ({ address, chainId }: Pick<TokenBalance, 'address' | 'chainId'>): string => address ?? chainId

/** Tokens that can be sent: all that the account holds. */
export const sendableAtom = atom((get): readonly TokenBalance[] =>
  get(tokensAtom).items.filter(({ quantity }) => Number(quantity.numeric) > 0),
)

/** The token to send; null while none is known. */
export const tokenAtom = atom((get): TokenBalance | null => {
  const { token } = get(formAtom)
  const { items } = get(tokensAtom)
  return (token === null ? (get(sendableAtom)[0] ?? items[0]) : items.find((item) => tokenKey(item) === token)) ?? null
})

/** Amounts in money need a price: one that is lost takes the entry with it. */
export const entryAtom = atom((get): AmountEntry => {
  const { entry } = get(formAtom)
  const token = get(tokenAtom)
  return entry.unit === 'fiat' && (token === null || !isPriced(token)) ? blank.entry : entry
})

export const amountAtom = atom((get): AmountReading => {
  const token = get(tokenAtom)
  return token === null ? { kind: 'empty' } : readAmount(get(entryAtom), token)
})

export const recipientTextAtom = atom((get) => get(formAtom).recipientText)

/** Chooses the token to send. The input is kept as far as another token has decimals for it. */
export const chooseTokenAtom = atom(null, (get, set, token: TokenBalance) => {
  const { text, unit } = get(entryAtom)
  const kept = isPriced(token) ? unit : 'token'
  set(changeAtom, {
    token: tokenKey(token),
    entry: { unit: kept, text: kept === unit ? filterEntry(text, kept, token) : '' },
  })
})

export const typeAmountAtom = atom(null, (get, set, text: string) => {
  const { unit, text: previous } = get(entryAtom)
  set(changeAtom, { entry: { unit, text: filterEntry(text, unit, get(tokenAtom), previous) } })
})

/** Type the same amount in money, or in the token again. */
export const toggleUnitAtom = atom(null, (get, set) => {
  const token = get(tokenAtom)
  if (token !== null && isPriced(token)) set(changeAtom, { entry: otherUnit(get(entryAtom), token) })
})

/** An exact amount of the token. */
export const setTokenAmountAtom = atom(null, (_get, set, text: string) =>
  set(changeAtom, { entry: { text, unit: 'token' } }),
)

export const setRecipientTextAtom = atom(null, (_get, set, recipientText: string) => set(changeAtom, { recipientText }))
