import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { apiAlerts, refusalAlerts } from '../alerts.ts'
import { isAuthNamespace } from '../connectors/auth/authNamespaces.ts'
import type { OptionProblem } from '../options/rules.ts'
import { featuresAtom } from '../remote-config/features.ts'
import { servicesAtom } from '../services.ts'
import { alertsAtom, clearAlertAtom, hasAlert, raiseAlertAtom } from './alerts.ts'
import { namespacesAtom } from './networks.ts'

/** The api has approved the page; once is enough. */
const isChecked = atom(false)

/** The options lack what is needed for any request. */
export const hasBrokenSettingsAtom = atom((get) => !get(servicesAtom).isUsable)

/** This page may not use the wallet until its developer has changed something. */
export const isBlockedAtom = atom((get) => get(hasBrokenSettingsAtom) || hasAlert(get(alertsAtom), ...refusalAlerts))

/** Whether the embedded wallet has accounts on any of the site's networks. */
const hasEmbeddedNamespaceAtom = atom((get) => get(namespacesAtom).some(isAuthNamespace))

/** Whether sign-in by email is available. */
export const isEmailOnAtom = atom((get) => get(hasEmbeddedNamespaceAtom) && get(featuresAtom).email)

/** Whether sign-in with a login provider is available. */
export const isSocialOnAtom = atom((get) => get(hasEmbeddedNamespaceAtom) && get(featuresAtom).socials.length > 0)

/** Whether any sign-in to the embedded wallet is available. */
export const isLoginOnAtom = atom((get) => get(isEmailOnAtom) || get(isSocialOnAtom))

/** The wallet's own page: devices, recovery, keys. It shows nothing inside another page, this one least of all. */
export const walletSettingsUrlAtom = atom((get) => new URL('/', get(servicesAtom).settings.frameUrl).href)

/** Whether external wallets may be connected. */
export const isWalletOnAtom = atom((get) => get(servicesAtom).settings.features?.wallets ?? true)

/** Whether tokens can be bought here; the backend returns NOT_ENABLED where the project or the operator has turned it off. */
export const isOnrampOnAtom = atom((get) => get(featuresAtom).onramp)

/** Whether Account shows the activity. */
export const isActivityOnAtom = atom((get) => get(featuresAtom).activity)

/** Reports invalid options: an alert for each mistake. */
export const reportProblemsAtom = atom(null, async (get, set, problems: readonly OptionProblem[]): Promise<void> => {
  // Valid options need no code that describes problems.
  if (problems.length === 0) return
  try {
    const { describeProblem } = await import('../options/describeProblem.ts')
    for (const { key, values } of problems.map(describeProblem)) set(raiseAlertAtom, key, values)
  } catch {
    // Its chunk failed: the names of the options refer to ALERTS.md.
    get(servicesAtom).log('error', `APKT013 ${problems.map(({ option }) => option).join(' ')}`)
  }
})

/** Asks the api whether this page may use the wallet (specification section 5), and reports a failure. Never throws. */
export const checkProjectAtom = atom(null, async (get, set) => {
  const { checkOrigin } = get(servicesAtom)
  if (get(isChecked)) return
  try {
    await checkOrigin()
    set(isChecked, true)
    for (const code of apiAlerts) set(clearAlertAtom, code)
  } catch (thrown) {
    // A page that can't load this can't load the texts of alerts either.
    const part = await import('./checkFailure.ts').catch(() => null)
    if (part !== null) set(part.reportCheckFailureAtom, AppError.from(thrown))
  }
})
