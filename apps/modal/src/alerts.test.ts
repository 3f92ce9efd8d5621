import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type AlertCode, alerts, alertText, makeAlert } from './alerts.ts'

const codes = Object.keys(alerts) as AlertCode[]
const page = readFileSync(fileURLToPath(new URL('../ALERTS.md', import.meta.url)), 'utf8')

test.each(codes)('%s says the cause, the fix and where to read more', (code) => {
  const values = { network: 1, known: 2, origin: 3, projectId: 4, frameUrl: 5, seconds: 6, request: 7, apiUrl: 8 }
  const alert = makeAlert(code, values)
  for (const text of [alert.title, alert.cause, alert.fix, alertText(alert)]) {
    expect(text).not.toBe('')
    expect(text).not.toMatch(/[{}]/)
  }
  expect(alert.link).toBe(`@latchkey/modal/ALERTS.md#${code.toLowerCase()}`)
  expect(page).toContain(`\n## ${code}\n`)
})

test('an origin that is not allowed comes with the exact line to add', () => {
  const { fix } = makeAlert('APKT002', { origin: 'https://dapp.example', projectId: 'demo' })
  expect(fix).toContain('"https://dapp.example"')
  expect(fix).toContain('infra/local/projects.json')
  expect(fix).toContain('demo')
})
