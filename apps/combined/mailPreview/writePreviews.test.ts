import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { escapeHtml } from '@latchkey/service-kit/mail/escapeHtml'
import { expect, onTestFinished, test } from 'vitest'
import { mailSamples } from './mailSamples.ts'
import { writePreviews } from './writePreviews.ts'

test('what is looked at is what is sent, each mail in both colours and both widths', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const page = writePreviews(join(folder, 'mails'))
  const html = readFileSync(page, 'utf8')
  for (const [name, mail] of Object.entries(mailSamples())) {
    const file = join(dirname(page), name.replaceAll(' ', '-'))
    expect([readFileSync(`${file}.html`, 'utf8'), readFileSync(`${file}.txt`, 'utf8')]).toEqual([mail.html, mail.text])
    expect(html.split(`<iframe srcdoc="${escapeHtml(mail.html)}"`)).toHaveLength(5)
  }
})
