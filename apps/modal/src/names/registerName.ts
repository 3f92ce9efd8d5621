import { coinTypeOf, labelShapeFault } from '@latchkey/chains'
import { t } from '@latchkey/copy/names'
import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { signText } from '../connectors/signText.ts'
import { servicesAtom } from '../services.ts'
import { announceAtom } from '../state/announcement.ts'
import { activeSession, connectedSessionsAtom } from '../state/connectedSessions.ts'
import { announceErrorAtom } from '../state/errorCopy.ts'
import { failed } from '../state/failed.ts'
import { rememberIdentityAtom } from '../state/identity.ts'
import { resetRouteAtom, viewAtom } from '../state/route.ts'
import { type AccountOnNetwork, accountOnNetworkAtom, isSameAccountOnNetwork } from '../state/send/form.ts'
import { getNamesApi } from './getNamesApi.ts'
import type { NameSuggestion } from './NamesApi.ts'
import { zoneAtom } from './openNames.ts'
import { rememberOwnNameAtom } from './ownName.ts'
import { readLabel } from './readLabel.ts'

/** The same delay as the wallet search's (specification section 9). */
const waitMs = 300

/** Of one account; another one starts over. */
type Form = {
  /** The part before the zone. */
  readonly label: string
  readonly step: 'typing' | 'signing' | 'registering'
  readonly error: AppError | null
  /** The backend's result for `label`; null while pending, or when there is nothing to check. */
  readonly found: readonly NameSuggestion[] | null
  readonly searchError: AppError | null
}
const blank: Form = { label: '', step: 'typing', error: null, found: null, searchError: null }
const kept = atom<{ place: AccountOnNetwork | null; form: Form }>({ place: null, form: blank })
const currentAtom = atom(
  (get): Form => (isSameAccountOnNetwork(get(kept).place, get(accountOnNetworkAtom)) ? get(kept).form : blank),
)
const formAtom = atom(
  (get) => get(currentAtom),
  (get, set, change: Partial<Form>) =>
    set(kept, { place: get(accountOnNetworkAtom), form: { ...get(currentAtom), ...change } }),
)

/** The state of registering a name. */
export const nameFormAtom = atom((get) => {
  const form = get(formAtom)
  const { label, found } = form
  const zone = get(zoneAtom) ?? ''
  const problem = labelShapeFault(label)
  const isTaken = found?.find(({ name }) => name === `${label}.${zone}`)?.registered
  return {
    ...form,
    zone,
    problem,
    /** Null while it isn't known. */
    isFree: isTaken === undefined ? null : !isTaken,
    isSearching: problem === null && found === null && form.searchError === null,
    others: (found ?? []).filter(({ name, registered }) => !registered && name !== `${label}.${zone}`),
  }
})

const searching = atom<(() => void) | null>(null)

/** Sets the input, and checks it at the backend after 300 ms without typing. */
export const typeNameAtom = atom(null, (get, set, text: string) => {
  get(searching)?.()
  set(searching, null)
  const zone = get(zoneAtom)
  if (zone === null) return
  const label = readLabel(text, zone)
  set(formAtom, { label, error: null, found: null, searchError: null })
  if (labelShapeFault(label) !== null) return
  const controller = new AbortController()
  const ask = async (): Promise<void> => {
    try {
      const api = await getNamesApi(get, set)
      const found = await api.suggest(label, zone, get(accountOnNetworkAtom)?.account, controller.signal)
      if (!controller.signal.aborted) set(formAtom, { found })
    } catch (thrown) {
      if (controller.signal.aborted) return
      const error = failed(get, 'name', thrown)
      // not words: the specification quotes it, for developers.
      get(servicesAtom).log('warning', `Error fetching name suggestions: ${error.message}`)
      set(formAtom, { searchError: error })
    }
  }
  const stopWaiting = get(servicesAtom).clock.after(waitMs, () => void ask())
  set(searching, () => () => {
    stopWaiting()
    controller.abort()
  })
})

/** The name that was registered last, for the view of success. */
export const registeredNameAtom = atom<string | null>(null)

/** Signs the registration with the account, and registers the name. Never throws: a failure is shown beside the name, which stays. */
export const registerNameAtom = atom(null, async (get, set): Promise<void> => {
  const { label, zone, problem, isFree, step } = get(nameFormAtom)
  const place = get(accountOnNetworkAtom)
  if (place === null || step !== 'typing' || problem !== null || isFree === false) return
  const isStillHere = () => isSameAccountOnNetwork(place, get(accountOnNetworkAtom))
  try {
    const coinType = coinTypeOf(place.network)
    if (coinType === null) throw new AppError('CHAIN_ID_INVALID')
    const held = activeSession(get(connectedSessionsAtom), 'eip155')
    if (held?.address !== place.account) throw new AppError('UNAUTHORIZED')
    const name = `${label}.${zone}`
    const timestamp = Math.floor(get(servicesAtom).clock.now() / 1000)
    const message = JSON.stringify({ name, attributes: {}, timestamp })
    set(formAtom, { step: 'signing', error: null })
    const signature = await signText(held, message)
    if (isStillHere()) set(formAtom, { step: 'registering' })
    const api = await getNamesApi(get, set)
    await api.register({ coin_type: coinType, address: place.account, message, signature })
    set(rememberIdentityAtom, place.account, { name })
    set(rememberOwnNameAtom, place.account, name)
    set(registeredNameAtom, name)
    set(announceAtom, t('said.registered', { name }))
    if (!isStillHere()) return
    set(formAtom, blank)
    if (get(viewAtom) === 'RegisterAccountName') set(resetRouteAtom, { view: 'RegisterAccountNameSuccess' })
  } catch (thrown) {
    if (!isStillHere()) return
    const error = failed(get, 'name', thrown)
    const isByUser = error.name === 'USER_REJECTED'
    // not words: the specification quotes it, for developers.
    if (!isByUser) get(servicesAtom).log('warning', `Error registering name: ${error.message}`)
    set(formAtom, { step: 'typing', error: isByUser ? null : error })
    if (!isByUser) void set(announceErrorAtom, error)
  }
})
