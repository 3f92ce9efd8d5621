import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { accountAtom } from '../state/accounts.ts'

/** `list`: an offer for each provider that is asked, not answered yet; empty where there is nothing to ask. */
type Asked<order, offer> = { readonly order: order; readonly list: readonly offer[] }

/** The pause in typing after which providers are asked, in milliseconds. */
const pauseMs = 400

/** Creates the offers of all providers, side by side, for the form's current order. `answer` never throws. */
export const createOffers = <order, offer extends { readonly id: string }>(
  askedOf: (get: Getter) => Asked<order, offer>,
  answer: (get: Getter, set: Setter, offer: offer, order: order) => Promise<offer>,
) => {
  type Known = { readonly of: string; readonly asked: readonly offer[]; readonly list: readonly offer[] }
  const base = atom<Known>({ of: '', asked: [], list: [] })
  const typing = atom<{ stop: () => void }>({ stop: () => undefined })

  /** Those of another order are not shown. */
  const offersAtom = atom((get): readonly offer[] => {
    const { order, list } = askedOf(get)
    const known = get(base)
    return known.of === JSON.stringify(order) ? known.list : list
  })

  /** Asks every provider, each separately: a slow one doesn't delay the others. Never throws. */
  const refreshOffersAtom = atom(null, async (get, set): Promise<void> => {
    const { order, list } = askedOf(get)
    if (list.length === 0 || get(accountAtom) === null) return
    const of = JSON.stringify(order)
    set(base, { of, asked: list, list })
    await Promise.all(
      list.map(async (each) => {
        const offer = await answer(get, set, each, order)
        const known = get(base)
        // They were asked again since: a slow answer doesn't replace a newer one.
        if (known.asked !== list) return
        set(base, { ...known, list: known.list.map((one) => (one.id === offer.id ? offer : one)) })
      }),
    )
  })

  /** Asks once typing has paused. */
  const refreshSoonAtom = atom(null, (get, set): void => {
    get(typing).stop()
    set(typing, { stop: get(servicesAtom).clock.after(pauseMs, () => void set(refreshOffersAtom)) })
  })

  return { offersAtom, refreshOffersAtom, refreshSoonAtom }
}
