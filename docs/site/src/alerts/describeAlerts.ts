import { type AlertKey, alerts, codeOf } from '../../../../apps/modal/src/alerts.ts'

/** Address of an alert's page. */
const alertPath = (code: string): string => `alerts/${code.toLowerCase()}`

/** Messages of `packages/copy/en/alerts.json`, in which several causes of a code are objects in its own. */
export type AlertMessages = { readonly [key: string]: string | AlertMessages }

const said = (messages: AlertMessages, key: AlertKey, part: 'title' | 'cause' | 'fix'): string => {
  const found = [...key.split('.'), part].reduce<string | AlertMessages | undefined>(
    (value, name) => (typeof value === 'object' ? value[name] : undefined),
    messages,
  )
  if (typeof found !== 'string') throw new Error(`alerts.json has no ${part} of ${key}`)
  // Values of the reader's own stand there; a brace is text.
  const sentence = part === 'title' || /[.`]$/.test(found) ? found : `${found}.`
  return sentence
    .split('`')
    .map((text, index) => text.replaceAll(/\{(\w+)\}/g, index % 2 === 0 ? '*$1*' : '$1'))
    .join('`')
}

const keys = Object.keys(alerts) as AlertKey[]
const codes = [...new Set(keys.map(codeOf))]

/** Sections of `ALERTS.md` by code, and what stands before the first. */
const readSections = (text: string): { intro: string; sections: ReadonlyMap<string, string> } => {
  const [head = '', ...rest] = text.split(/^## /m)
  const sections = rest.map((part) => {
    const [code = '', ...body] = part.split('\n')
    return [code.trim(), body.join('\n').trim()] as const
  })
  return { intro: head.replace(/^# .*\n/, '').trim(), sections: new Map(sections) }
}

const describeAlert = (code: string, section: string, messages: AlertMessages): string => {
  const own = keys.filter((key) => codeOf(key) === code)
  const [first = own[0]] = own
  if (first === undefined) throw new Error(`${code} has no row`)
  const title = said(messages, code as AlertKey, 'title')
  // The page has the title above.
  const body = section.startsWith(`${title}. `) ? section.slice(title.length + 2) : section
  return [
    `# ${code}: ${title}`,
    body,
    '## What the console says',
    ...own.map((key) => `**Cause.** ${said(messages, key, 'cause')}\n\n**Fix.** ${said(messages, key, 'fix')}`),
    `Severity: ${alerts[first].severity}. \`latchkey doctor <frameUrl> --project <id> --site <your page>\` checks the same from outside ([the command](/reference/cli#for-a-dapp)).`,
    'All alerts: [the list](/alerts).',
    '',
  ].join('\n\n')
}

/** Returns the pages of all alerts, by address, from `ALERTS.md`, the table of alerts, and their messages. */
export const describeAlerts = (text: string, messages: AlertMessages): ReadonlyMap<string, string> => {
  const { intro, sections } = readSections(text)
  const rows = codes.map((code) => {
    const key = keys.find((one) => codeOf(one) === code) ?? (code as AlertKey)
    return `| [${code}](/${alertPath(code)}) | ${said(messages, code, 'title')} | ${alerts[key].severity} |`
  })
  const index = ['# Alerts', intro, ['| Code | Title | Severity |', '|---|---|---|', ...rows].join('\n'), ''].join(
    '\n\n',
  )
  const pages = codes.map((code) => {
    const section = sections.get(code)
    if (section === undefined) throw new Error(`ALERTS.md has no section ${code}`)
    return [alertPath(code), describeAlert(code, section, messages)] as const
  })
  return new Map([['alerts', index], ...pages])
}
