type AlertRow = {
  severity: 'error' | 'warning' | 'info'
  /** A state of the set-up, not an event: raised again, it is not repeated until it was cleared. */
  once?: true
}

const fault = { severity: 'error', once: true } as const
const warning = { severity: 'warning' } as const

/**
 * Alerts for developers (specification section 8); the texts are in `@latchkey/copy/alerts`. The part of a key after the dot distinguishes
 * causes that share a code.
 */
export const alerts = {
  APKT001: fault,
  'APKT001.nearest': fault,
  APKT002: fault,
  APKT003: fault,
  'APKT003.csp': fault,
  'APKT003.origin': fault,
  'APKT003.silent': fault,
  APKT004: { severity: 'error' },
  APKT005: fault,
  APKT006: warning,
  APKT007: fault,
  'APKT007.unknown': fault,
  APKT008: fault,
  APKT009: { ...warning, once: true },
  'APKT009.config': { ...warning, once: true },
  APKT010: { ...warning, once: true },
  APKT011: fault,
  APKT012: fault,
  APKT013: fault,
  'APKT013.both': fault,
  'APKT013.nearest': fault,
  'APKT013.missing': fault,
  'APKT013.unknown': fault,
  'APKT013.misspelt': fault,
  APKT014: { ...warning, once: true },
  APKTW001: warning,
  APKTW002: warning,
  APKTW003: warning,
  'APKTW003.nearest': warning,
  'APKTW003.account': warning,
  'APKTW003.namespace': warning,
  APKTW004: { ...warning, once: true },
  APKTI001: { severity: 'info' },
} as const satisfies Record<string, AlertRow>

/** A row: a code, and its cause where several share it. */
export type AlertKey = keyof typeof alerts
/** The text that developers read, also listed in ALERTS.md. */
export type AlertCode = AlertKey extends infer key ? (key extends `${string}.${string}` ? never : key) : never

/** Refusals of the api's check of the page. */
export const refusalAlerts = ['APKT002', 'APKT005', 'APKT007'] as const
/** All possible results of it. */
export const apiAlerts = [...refusalAlerts, 'APKT009', 'APKT010'] as const

export const codeOf = (key: AlertKey): AlertCode => key.split('.', 1)[0] as AlertCode

type Say = typeof import('@latchkey/copy/alerts')['t']

/** Text in place of a value: an option's valid values, or the value found in it. */
export type Takes = {
  readonly takes: Extract<Parameters<Say>[0], `takes.${string}`>
  readonly values?: Readonly<Record<string, string | number>>
}

/** Values for an alert's placeholders. */
export type AlertValues = Readonly<Record<string, string | number | Takes>>

/** An alert without its text, which is loaded when it is shown. */
export type Alert = { readonly key: AlertKey; readonly values: AlertValues }
