import { themeTable } from '@latchkey/protocol/theme'
import { contrast, parseColor } from '@latchkey/protocol/themeColor'
import { mailColor } from '@latchkey/service-kit/mail/mailColors'
import { expect, test } from 'vitest'
import { loginCodeMail } from './loginCodeMail.ts'

const facts = {
  to: 'ada@example.com',
  code: '012345',
  purpose: 'login' as const,
  projectName: 'Harbour Market',
  dappOrigin: 'https://app.harbour.example',
  browser: 'Firefox on Linux',
  place: '203.0.113.x',
  lifeMinutes: 10,
}
const mail = loginCodeMail(facts)

test('the plain text is the whole mail', () => {
  expect(mail.text).toBe(`Sign in to Harbour Market

Enter this code in the window where you asked for it.

    012 345

For: https://app.harbour.example
Asked by: Firefox on Linux
Network: 203.0.113.x
Works: once, within 10 minutes

If this was not you, ignore this mail: nobody gets in without the code. Give it to nobody, whoever asks.
`)
})

test('a code that confirms says so: whoever did not ask for it must not take it for a login', () => {
  const { subject, text } = loginCodeMail({ ...facts, purpose: 'confirmation' })
  expect(subject).toBe('Confirm a change to your wallet at Harbour Market')
  expect(text).toContain('nothing changes without the code')
  expect(text).not.toMatch(/sign in/i)
})

test('the code is neither in the subject nor in the preview line', () => {
  expect(mail.subject).toBe('Sign in to Harbour Market')
  const preview = /<div style="display:none[^>]*>(.*?)<\/div>/su.exec(mail.html)?.[1] ?? ''
  expect(preview).toContain('https://app.harbour.example')
  expect(preview).not.toMatch(/012/)
  // Programs show some 140 characters; the rest of the line is filled.
  expect(preview.match(/&nbsp;/gu)?.length).toBeGreaterThanOrEqual(90)
  expect(mail.html.indexOf('012 345')).toBeGreaterThan(mail.html.indexOf('</div>'))
})

test('it has one column of 480 and the code at the size of amounts', () => {
  expect(mail.html).toContain('max-width:480px')
  expect(mail.html).toMatch(/font-size:34px[^>]*tabular-nums[^>]*>012 345</u)
})

test.each(['light', 'dark'] as const)('in %s colours its text can be read', (mode) => {
  for (const [text, ground, least] of [
    ['--lk-text', '--lk-surface', 7],
    ['--lk-text', '--lk-raised', 7],
    ['--lk-text-secondary', '--lk-surface', 4.5],
  ] as const) {
    const [one, other] = [parseColor(mailColor(text, mode)), parseColor(mailColor(ground, mode))]
    if (one === undefined || other === undefined) throw new Error('no colour')
    expect(contrast(one, other)).toBeGreaterThanOrEqual(least)
  }
})

test('every colour is one that mail programs know', () => {
  for (const [name, row] of Object.entries(themeTable)) {
    if (row.kind === 'color') expect(mailColor(name as keyof typeof themeTable, 'dark')).toMatch(/^#[0-9a-f]{6}$/u)
  }
  expect(mailColor('--lk-surface', 'light')).toBe('#ffffff')
  expect(mail.html).not.toMatch(/oklch|rgb\(/u)
  expect(mail.html).toContain(
    `@media (prefers-color-scheme:dark){.page{background-color:${mailColor('--lk-sunken', 'dark')} !important}`,
  )
})
