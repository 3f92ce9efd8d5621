import type { AlertReport } from './Modal.ts'
import { formatWords, type WordValues } from './words/say.ts'

type AlertRow = {
  severity: 'error' | 'warning' | 'info'
  title: string
  cause: string
  fix: string
  /** A state of the set-up, not an event: raised again, it is not repeated until it was cleared. */
  once?: true
}

const walletLost = { severity: 'error', title: 'Network Error: Wallet Load Failed', once: true } as const
const wrongProject = { severity: 'error', title: 'Invalid Project ID', once: true } as const
const wrongNetwork = { severity: 'error', title: 'Network Not Found', once: true } as const
const wrongOption = { severity: 'error', title: 'Invalid Option', once: true } as const
const wrongView = { severity: 'warning', title: 'View Not Available' } as const

/**
 * Specification section 8: what a developer reads. `{names}` are filled when an alert is raised; what follows the dot of a
 * key tells apart the causes that share a code.
 */
export const alerts = {
  APKT001: {
    ...wrongNetwork,
    cause: 'The wallet does not know the network {found} of `{option}`.',
    fix: 'Use one of these CAIP-2 ids: {known}',
  },
  'APKT001.nearest': {
    ...wrongNetwork,
    cause: 'The wallet does not know the network {found} of `{option}`.',
    fix: 'Replace it with "{nearest}"',
  },
  APKT002: {
    severity: 'error',
    title: 'Invalid App Configuration',
    once: true,
    cause: 'The project {projectId} does not list the origin of this page, {origin}.',
    fix: 'Add the line "{origin}" to "origins" of {projectId} in the projects file (local stack: infra/local/projects.json)',
  },
  APKT003: {
    ...walletLost,
    cause: 'The wallet at {frameUrl} did not report ready within {seconds} seconds.',
    fix: "Check that `frameUrl` is right and running, and that the page's CSP has it: frame-src {frameUrl}",
  },
  'APKT003.csp': {
    ...walletLost,
    cause: 'The Content-Security-Policy of this page blocks the wallet at {frameUrl}.',
    fix: 'Add the wallet to the policy: frame-src {frameUrl}',
  },
  'APKT003.origin': {
    ...walletLost,
    cause: '`frameUrl` is {frameUrl}, but the wallet there answers as {origin}.',
    fix: 'Set `frameUrl` to "{origin}"',
  },
  'APKT003.silent': {
    ...walletLost,
    cause: 'What loads from {frameUrl} does not answer as a wallet: another server, an error page, or nothing at all.',
    fix: 'Open {frameUrl}/health. A running wallet answers "part":"wallet"; otherwise start it, or correct `frameUrl`',
  },
  APKT004: {
    severity: 'error',
    title: 'Wallet Request Timeout',
    cause: 'The wallet did not answer {request} in time.',
    fix: 'Check the health of the wallet and its api; the visitor can try again',
  },
  APKT006: {
    severity: 'warning',
    title: 'Session Expired',
    cause: 'The session of this visitor is over.',
    fix: 'Nothing to change: the visitor logs in again',
  },
  APKT007: {
    ...wrongProject,
    cause: '{found} cannot be a project id: 1 to 128 letters, digits, "-" and "_".',
    fix: 'Pass the id that the projects file has as `projectId` of createModal',
  },
  'APKT007.unknown': {
    ...wrongProject,
    cause: 'The api at {apiUrl} has no project with the id "{projectId}".',
    fix: 'Correct `projectId`, or add the line {line} to the projects file (local stack: infra/local/projects.json)',
  },
  APKT008: {
    severity: 'error',
    title: 'Project ID Missing',
    once: true,
    cause: 'createModal was called without a projectId.',
    fix: 'Pass the id of your project as `projectId` of createModal; on the local stack it is "demo"',
  },
  APKT009: {
    severity: 'warning',
    title: 'Server Error',
    once: true,
    cause: 'The api at {apiUrl} could not say which origins are allowed.',
    fix: "Check that `apiUrl` is right and running, and that the page's CSP has it: connect-src {apiUrl}",
  },
  APKT010: {
    severity: 'warning',
    title: 'Rate Limited',
    once: true,
    cause: 'The api at {apiUrl} answers this page with "too many requests".',
    fix: 'Open the modal less often, or raise the limits of the api',
  },
  APKT011: {
    severity: 'error',
    title: 'Wallet Too Old',
    once: true,
    cause: 'The wallet at {frameUrl} is there but does not speak profile 5, in which codes never pass through a page.',
    fix: 'Update the wallet at {frameUrl} to the release of this modal, or install the modal of its release',
  },
  APKT012: {
    severity: 'error',
    title: 'Login Method Not Set Up',
    once: true,
    cause: '`features.socials` names {provider}, for which the backend of {apiUrl} has no settings.',
    fix: 'Give the backend the settings of {provider} (docs/social-login.md), or take it out of `features.socials`',
  },
  APKT013: {
    ...wrongOption,
    cause: '`{option}` is {found}. It takes {takes}.',
    fix: 'Write, for example: {example}',
  },
  'APKT013.nearest': {
    ...wrongOption,
    cause: '`{option}` is {found}. It takes {takes}.',
    fix: 'Replace {found} with {nearest}',
  },
  'APKT013.missing': {
    ...wrongOption,
    cause: '`{option}` is missing.',
    fix: 'Add, for example: {example}',
  },
  'APKT013.unknown': {
    ...wrongOption,
    cause: '`{option}` is not an option.',
    fix: 'Remove `{option}`. The names to choose from: {known}',
  },
  'APKT013.misspelt': {
    ...wrongOption,
    cause: '`{option}` is not an option.',
    fix: 'Rename `{option}` to `{nearest}`',
  },
  APKTW001: {
    severity: 'warning',
    title: 'Inactive Namespace Not Connected',
    cause: 'The page called {method} of {namespace}, where no wallet is connected; one is elsewhere.',
    fix: 'Connect there first: `modal.open` with `namespace` "{namespace}"; `subscribeAccount` tells when it is done',
  },
  APKTW002: {
    severity: 'warning',
    title: 'Invalid Email Address',
    cause: 'Please enter a valid email address',
    fix: 'Nothing to change: the visitor corrects it, and nothing was sent',
  },
  APKTW003: {
    ...wrongView,
    cause: '`modal.open` has no view {found}. The modal opens without it.',
    fix: 'Use one of these views: {known}',
  },
  'APKTW003.nearest': {
    ...wrongView,
    cause: '`modal.open` has no view {found}. The modal opens without it.',
    fix: 'Replace {found} with {nearest}',
  },
  'APKTW003.account': {
    ...wrongView,
    cause: '`modal.open` was called with the view {found}, which needs a connected wallet. The modal opens without it.',
    fix: 'Connect first: call `modal.open()` without a view while `modal.getAccount().status` is not "connected"',
  },
  'APKTW003.namespace': {
    ...wrongView,
    cause: '`modal.open` was called with the namespace {found}, of which `networks` has no network.',
    fix: 'Add a network of it to `networks`, or use one of these namespaces: {known}',
  },
  APKTI001: {
    severity: 'info',
    title: 'Multi-Wallet Not Enabled',
    cause: 'The page uses an interface for several wallets at once, and a second wallet takes the place of the first.',
    fix: 'Set `features.multiWallet` to true, or use `getAccount` and `subscribeAccount`',
  },
} as const satisfies Record<string, AlertRow>

/** A row: a code, and where several causes share it which of them. */
export type AlertKey = keyof typeof alerts
/** What a developer reads, and finds in ALERTS.md. */
export type AlertCode = AlertKey extends infer key ? (key extends `${string}.${string}` ? never : key) : never

export const codeOf = (key: AlertKey): AlertCode => key.split('.', 1)[0] as AlertCode

/** Returns an alert with its words filled. `link` is the section of ALERTS.md in the package, from the folder of the app. */
export const makeAlert = (key: AlertKey, values: WordValues = {}): AlertReport => {
  const { title, cause, fix } = alerts[key]
  const code = codeOf(key)
  return {
    code,
    title,
    cause: formatWords(cause, values),
    fix: formatWords(fix, values),
    link: `node_modules/@latchkey/modal/ALERTS.md#${code.toLowerCase()}`,
  }
}

/** One alert as the console shows it. */
export const alertText = ({ code, title, cause, fix, link }: AlertReport): string =>
  `${code} ${title}. ${cause}\nFix: ${fix}\nMore: ${link}`
