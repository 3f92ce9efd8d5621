import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type AlertKey, alerts, codeOf } from './alerts.ts'
import { alertText, describeAlert } from './describeAlert.ts'
import { docsUrl } from './docsUrl.ts'

const keys = Object.keys(alerts) as AlertKey[]
const page = readFileSync(fileURLToPath(new URL('../ALERTS.md', import.meta.url)), 'utf8')

test.each(keys)('%s says the cause, the fix and where to read more', (key) => {
  const values = { network: 1, known: 2, origin: 3, projectId: 4, frameUrl: 5, seconds: 6, request: 7, apiUrl: 8 }
  const alert = describeAlert({ key, values })
  for (const text of [alert.title, alert.cause, alert.fix, alertText(alert)]) {
    expect(text).not.toBe('')
    expect(text).not.toMatch(/[{}]/)
  }
  const code = codeOf(key)
  expect(alert.code).toBe(code)
  expect(alert.link).toBe(`${docsUrl}/alerts/${code.toLowerCase()}`)
  expect(alertText(alert)).toContain(alert.link)
  expect(page).toContain(`\n## ${code}\n`)
})

test('an origin that is not allowed comes with the exact line to add', () => {
  const { fix } = describeAlert({ key: 'APKT002', values: { origin: 'https://dapp.example', projectId: 'demo' } })
  expect(fix).toContain('"https://dapp.example"')
  expect(fix).toContain('npm start -- --origin https://dapp.example')
  expect(fix).toContain('demo')
})

test('the page has a section for each code and for nothing else', () => {
  const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, code]) => code)
  expect(sections).toEqual([...new Set(keys.map(codeOf))])
})

test('the file that the console names is part of the package', () => {
  const { files } = JSON.parse(readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'))
  expect(files).toContain('ALERTS.md')
})
