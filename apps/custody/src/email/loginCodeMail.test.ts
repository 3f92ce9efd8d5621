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

test('the plain text is the whole mail, and its last line fills the code in at the site', () => {
  expect(mail.text).toBe(`Your Harbour Market sign-in code

Enter this code to sign in:

    012 345

Site: https://app.harbour.example
Device: Firefox on Linux
IP address: 203.0.113.x
Expires: In 10 minutes

Didn't request this? You can ignore this email. Never share this code. We'll never ask you for it.

@app.harbour.example #012345
`)
  expect(mail.html).not.toContain('#012345')
})

test('a code that confirms a change does not say that it signs in', () => {
  const { subject, text } = loginCodeMail({ ...facts, purpose: 'confirmation' })
  expect(subject).toBe('Your Harbour Market code to confirm a wallet change')
  expect(text).toContain('Nothing changes without the code')
  expect(text).not.toMatch(/sign.in/i)
})

const previewOf = (html: string): string => /<div style="display:none[^>]*>(.*?)<\/div>/su.exec(html)?.[1] ?? ''

test('the preview line has the code of a sign-in, and no code that changes a wallet', () => {
  expect(mail.subject).toBe('Your Harbour Market sign-in code')
  expect(previewOf(mail.html)).toMatch(/^012 345 is your code\. It expires in 10 minutes\./)
  for (const purpose of ['confirmation', 'old email', 'new email'] as const) {
    const { subject, html } = loginCodeMail({ ...facts, purpose })
    expect(previewOf(html)).toContain('https://app.harbour.example')
    expect(subject + previewOf(html)).not.toMatch(/012/)
  }
})

test('the autofill line names the host of an origin, and is left out where an origin has none', () => {
  const lastLine = (dappOrigin: string) =>
    loginCodeMail({ ...facts, dappOrigin })
      .text.trimEnd()
      .split('\n')
      .at(-1)
  expect(lastLine('http://127.0.0.1:3000')).toBe('@127.0.0.1 #012345')
  expect(lastLine('no origin')).toMatch(/^Didn't request this/)
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
