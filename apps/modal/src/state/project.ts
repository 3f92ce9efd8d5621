import { findNetwork, networks } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { alertsAtom, clearAlertAtom, raiseAlertAtom } from './alerts.ts'
import { servicesAtom } from './services.ts'

/** The api has said yes; once is enough. */
const isChecked = atom(false)

const projectIdShape = /^[\w-]{1,128}$/

/** The project id cannot be one: there is nobody to ask. */
export const hasBrokenSettingsAtom = atom((get) =>
  get(alertsAtom).some(({ code }) => code === 'APKT007' || code === 'APKT008'),
)

/** This page may not use the wallet until its developer has changed something. */
export const isBlockedAtom = atom(
  (get) => get(hasBrokenSettingsAtom) || get(alertsAtom).some(({ code }) => code === 'APKT002'),
)

/** Whether there is a way to log in by email. */
export const isEmailOnAtom = atom((get) => get(servicesAtom).settings.features?.email ?? true)

/** Whether there is a way to log in with an account elsewhere. */
export const isSocialOnAtom = atom((get) => (get(servicesAtom).settings.features?.socials ?? []).length > 0)

/** Whether there is a way to log in to the embedded wallet. */
export const isLoginOnAtom = atom((get) => get(isEmailOnAtom) || get(isSocialOnAtom))

/** The wallet's own page: devices, recovery, keys. It shows nothing inside another page, this one least of all. */
export const walletSettingsUrlAtom = atom((get) => new URL('/', get(servicesAtom).settings.frameUrl).href)

/** Whether wallets of the visitor's own may be connected. */
export const isWalletOnAtom = atom((get) => get(servicesAtom).settings.features?.wallets ?? true)

/** Whether Account shows what the account has done. */
export const isActivityOnAtom = atom((get) => get(servicesAtom).settings.features?.activity ?? true)

/** Report what is wrong with the settings themselves. Asks nobody. */
export const checkSettingsAtom = atom(null, (get, set) => {
  const { projectId, networks: ids, defaultNetwork } = get(servicesAtom).settings
  if (typeof projectId !== 'string' || projectId === '') set(raiseAlertAtom, 'APKT008')
  else if (!projectIdShape.test(projectId)) set(raiseAlertAtom, 'APKT007', { projectId })
  const wanted = defaultNetwork === undefined ? ids : [...ids, defaultNetwork]
  const unknown = wanted.find((id) => findNetwork(id) === undefined)
  if (unknown === undefined) return
  const known = networks.map(({ caipNetworkId }) => caipNetworkId)
  set(raiseAlertAtom, 'APKT001', { network: unknown, known: known.join(', ') })
})

/**
 * Ask the api whether this page may use the wallet (specification section 5). A refusal is reported (APKT002) and ends
 * the frame, which would show nothing; an api that cannot say so leaves the decision to the wallet. Never throws.
 */
export const checkProjectAtom = atom(null, async (get, set) => {
  const { checkOrigin, origin, settings, wallet } = get(servicesAtom)
  if (get(isChecked)) return
  try {
    await checkOrigin()
    set(isChecked, true)
    set(clearAlertAtom, 'APKT002')
  } catch (thrown) {
    const error = AppError.from(thrown)
    if (error.name === 'ORIGIN_NOT_ALLOWED' || error.name === 'PROJECT_UNKNOWN') {
      set(raiseAlertAtom, 'APKT002', { origin, projectId: settings.projectId })
      wallet.end()
    } else {
      const isLimit = error.name === 'LIMIT_EXCEEDED' || error.name === 'RATE_LIMITED'
      set(raiseAlertAtom, isLimit ? 'APKT010' : 'APKT009', { apiUrl: settings.apiUrl })
    }
  }
})
