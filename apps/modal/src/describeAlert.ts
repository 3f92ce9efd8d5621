import { t } from '@latchkey/copy/alerts'
import { type Alert, type AlertCode, type AlertKey, codeOf, type Takes } from './alerts.ts'
import { docsUrl } from './docsUrl.ts'
import type { AlertReport } from './Modal.ts'

type Filled = Readonly<Record<string, string | number>>

/** The row's key determines its values; the caller passes them. */
const say: (key: `${AlertCode}.title` | `${AlertKey}.${'cause' | 'fix'}` | Takes['takes'], values: Filled) => string =
  t as never

/** Returns an alert's text for developers. `link` is its page in the documentation. */
export const describeAlert = ({ key, values }: Alert): AlertReport => {
  const code = codeOf(key)
  const filled = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? say(value.takes, value.values ?? {}) : value,
    ]),
  )
  return {
    code,
    title: say(`${code}.title`, filled),
    cause: say(`${key}.cause`, filled),
    fix: say(`${key}.fix`, filled),
    link: `${docsUrl}/alerts/${code.toLowerCase()}`,
  }
}

/** Returns an alert as the console shows it. */
export const alertText = (alert: AlertReport): string => t('text', alert)
