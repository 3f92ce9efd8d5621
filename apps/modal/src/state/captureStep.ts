import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { arrivedConfigAtom } from '../remote-config/features.ts'
import type { Capture } from '../remote-config/RemoteConfig.ts'
import { servicesAtom } from '../services.ts'
import { namespaceOf } from '../storedConnections.ts'
import { accountAtom } from './accounts.ts'
import { loadConfig } from './loadConfig.ts'
import { loadOnce } from './loadOnce.ts'
import { activeNetworkIdAtom } from './networks.ts'
import { viewAtom } from './route.ts'
import type { Route } from './routeRules.ts'

/** How long a user who has connected waits for the project's configuration, where the page asks for an email address. */
const configMs = 1500

export const loadCaptureApi = loadOnce((services) => services.loadCaptureApi())

const base = atom<Capture | null>(null)
/** The request to the active user; null for none. */
export const captureAtom = atom((get) => get(base))

/** Whether the active view must be answered: closing it disconnects. */
export const isCaptureRequiredAtom = atom((get) => get(viewAtom) === 'DataCapture' && get(base)?.isRequired === true)

/** The active account, as the backend's rows (CAIP-10) and this browser's storage name it. */
export const captureAccountAtom = atom((get) => {
  const address = get(accountAtom)?.address
  const network = get(activeNetworkIdAtom)
  return address === undefined ? null : { caip10: `${network}:${address}`, kept: `${namespaceOf(network)}:${address}` }
})

/** Returns the request: within 1.5 s where the page itself asks; elsewhere no user waits for it. */
async function readCapture(get: Getter, set: Setter): Promise<Capture | null> {
  const { clock, settings } = get(servicesAtom)
  if (settings.features?.emailCapture !== undefined) {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const cancel = clock.after(configMs, resolve)
    await Promise.race([loadConfig(get, set), late])
    cancel()
  }
  return get(arrivedConfigAtom)?.capture ?? null
}

/** Stores the account's answer on this device. */
export const keepAnswerAtom = atom(null, (get, set, answer: 'given' | 'skipped') => {
  const { storage } = get(servicesAtom)
  const account = get(captureAccountAtom)?.kept
  if (account !== undefined) {
    const others = (storage.read('email-capture') ?? []).filter((kept) => kept.account !== account)
    storage.write('email-capture', [{ account, answer }, ...others])
  }
  set(base, null)
})

/** After connecting: returns the view that asks for an email address, once per account. */
export async function captureStep(get: Getter, set: Setter): Promise<Route | null> {
  const { storage } = get(servicesAtom)
  const account = get(captureAccountAtom)
  set(base, null)
  if (account === null) return null
  const answer = storage.read('email-capture')?.find((kept) => kept.account === account.kept)?.answer
  if (answer === 'given') return null
  const capture = await readCapture(get, set)
  if (capture === null || (answer === 'skipped' && !capture.isRequired)) return null
  // They may have left meanwhile.
  if (get(captureAccountAtom)?.kept !== account.kept) return null
  set(base, capture)
  return { view: 'DataCapture' }
}
