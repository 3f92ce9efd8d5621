import type { AlertReport } from './Modal.ts'
import { formatWords, type WordValues } from './words/say.ts'

type AlertRow = { severity: 'error' | 'warning' | 'info'; title: string; cause: string; fix: string }

/** Specification section 8: what a developer is told. `{names}` are filled when an alert is raised. */
export const alerts = {
  APKT001: {
    severity: 'error',
    title: 'Network Not Found',
    cause: 'The wallet does not know the network {network}.',
    fix: 'Use one of the CAIP-2 ids of its list in `networks` and `defaultNetwork`: {known}',
  },
  APKT002: {
    severity: 'error',
    title: 'Invalid App Configuration',
    cause: 'The origin {origin} is not allowed by project {projectId}, or the backend has no project by that id.',
    fix: 'Add the line "{origin}" to "origins" of {projectId} in the projects file (local stack: infra/local/projects.json)',
  },
  APKT003: {
    severity: 'error',
    title: 'Network Error: Wallet Load Failed',
    cause: 'The wallet at {frameUrl} did not report ready within {seconds} seconds.',
    fix: "Check that `frameUrl` is right and running, and that the page's CSP has it: frame-src {frameUrl}",
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
    severity: 'error',
    title: 'Invalid Project ID',
    cause: '"{projectId}" cannot be a project id: 1 to 128 letters, digits, "-" and "_".',
    fix: 'Pass the id that the projects file has as `projectId` of createModal',
  },
  APKT008: {
    severity: 'error',
    title: 'Project ID Missing',
    cause: 'createModal was called without a projectId.',
    fix: 'Pass the id of your project as `projectId` of createModal; on the local stack it is "demo"',
  },
  APKT009: {
    severity: 'warning',
    title: 'Server Error',
    cause: 'The api at {apiUrl} could not say which origins are allowed.',
    fix: "Check that `apiUrl` is right and running, and that the page's CSP has it: connect-src {apiUrl}",
  },
  APKT010: {
    severity: 'warning',
    title: 'Rate Limited',
    cause: 'The api at {apiUrl} answers this page with "too many requests".',
    fix: 'Open the modal less often, or raise the limits of the api',
  },
  APKT011: {
    severity: 'error',
    title: 'Wallet Too Old',
    cause: 'The wallet at {frameUrl} is there but does not speak profile 5, in which codes never pass through a page.',
    fix: 'Update the wallet at {frameUrl} to the release of this modal, or install the modal of its release',
  },
  APKT012: {
    severity: 'error',
    title: 'Login Method Not Set Up',
    cause: '`features.socials` names {provider}, for which the backend of {apiUrl} has no settings.',
    fix: 'Give the backend the settings of {provider} (docs/social-login.md), or take it out of `features.socials`',
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
  APKTI001: {
    severity: 'info',
    title: 'Multi-Wallet Not Enabled',
    cause: 'The page uses an interface for several wallets at once, and a second wallet takes the place of the first.',
    fix: 'Set `features.multiWallet` to true, or use `getAccount` and `subscribeAccount`',
  },
} as const satisfies Record<string, AlertRow>

export type AlertCode = keyof typeof alerts

/** An alert with its words filled; `link` leads to its section in the package's ALERTS.md. */
export const makeAlert = (code: AlertCode, values: WordValues = {}): AlertReport => {
  const { title, cause, fix } = alerts[code]
  return {
    code,
    title,
    cause: formatWords(cause, values),
    fix: formatWords(fix, values),
    link: `@latchkey/modal/ALERTS.md#${code.toLowerCase()}`,
  }
}

/** One alert as the console shows it. */
export const alertText = ({ code, title, cause, fix, link }: AlertReport): string =>
  `${code} ${title}. ${cause}\nFix: ${fix}\nMore: ${link}`
