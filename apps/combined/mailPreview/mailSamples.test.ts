import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { composeMail } from '@latchkey/service-kit/mail/composeMail'
import { describe, expect, test } from 'vitest'
import { mailSamples, sampleBrand } from './mailSamples.ts'

const samples = Object.entries(mailSamples())
const hostile = `"><script>alert('1')</script>&amp;<a href=x>`
const hostileSamples = mailSamples({
  projectName: hostile,
  dappOrigin: `https://${hostile}`,
  browser: hostile,
  place: hostile,
})

/** Returns the visible text of the HTML form. */
const wordsOf = (html: string): string =>
  html
    .replace(/<head>.*<\/head>/su, '')
    .replace(/<div style="display:none.*?<\/div>/su, '')
    .replace(/<[^>]*>/gu, ' ')
    .replace(/&#39;/gu, "'")
    .replace(/\s+/gu, ' ')

test('every template has a sample', () => {
  const apps = join(import.meta.dirname, '../..')
  const templates = globSync('{api,custody}/src/**/*Mail.ts', { cwd: apps }).map((file) => basename(file, 'Mail.ts'))
  expect(new Set(samples.map(([name]) => name.split(' ')[0]))).toEqual(new Set(templates))
})

describe.each(samples)('%s', (name, mail) => {
  test('has a subject, and two forms that say the same', () => {
    expect(mail.subject).toMatch(/^[A-Z].{10,}$/u)
    // A project's links are a word in the HTML and a URL in the text.
    const words = `${wordsOf(mail.html)} ${[...mail.html.matchAll(/href="([^"]*)"/gu)].map(([, url]) => url).join(' ')}`
    // A fact's name and its value are in separate cells. The line that autofills the code is for programs.
    const lines = mail.text
      .replace(/\n\n@\S+ #(?:\d{6}|[A-Z]{6})\n$/u, '')
      .split('\n')
      .flatMap((line) => (line.endsWith(':') ? [line.slice(0, -1)] : line.split(/: (?=\S)/u)))
    for (const line of lines) expect(words).toContain(line.trim())
  })

  test('shows only the code of a sign-in before it is opened, and holds no link beside a code', () => {
    const preview = /<div style="display:none[^>]*>(.*?)<\/div>/su.exec(mail.html)?.[1] ?? ''
    expect(mail.subject).not.toMatch(/\d{3}\s?\d{3}|#/u)
    expect(/\d{3}\s?\d{3}|#/u.test(preview.replace(/&#?\w+;/gu, ''))).toBe(name.startsWith('loginCode login'))
    // Programs show some 140 characters; the rest of the line is filled.
    expect(preview.match(/&nbsp;/gu)?.length).toBeGreaterThanOrEqual(90)
    const hasCode = name.startsWith('loginCode')
    expect(/\d{3} \d{3}/u.test(mail.text)).toBe(hasCode)
    if (hasCode) expect(mail.html).not.toMatch(/<a\b|href=/iu)
  })

  test('loads nothing: no image, no font, no script, no style of elsewhere', () => {
    // A logo is attached to the mail.
    expect(mail.html.replace(/<img src="cid:logo@latchkey" alt=""/u, '<')).not.toMatch(
      /<(?:img|link|script|iframe|form|video|svg|object|base)\b|src=|url\(|@import|@font-face/iu,
    )
    for (const [, target] of mail.html.matchAll(/href="([^"]*)"/gu))
      expect(target).toMatch(/^https:\/\/(?:wallet|harbour)\.example/u)
  })

  test('takes what others say as text, never as markup', () => {
    const { html } = hostileSamples[name] ?? { html: '' }
    expect(html).not.toMatch(/<script|<a href=x|alert\('/u)
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;&lt;a href=x&gt;')
  })
})

test('a branded mail has name, logo, color in both modes, and links unless it has a code', () => {
  const { 'loginCode login branded': code, 'deviceLink branded': link, deviceLink } = mailSamples()
  for (const mail of [code, link]) {
    expect(mail?.attachments).toEqual([expect.objectContaining({ contentType: 'image/png', encoding: 'base64' })])
    expect(mail?.html).toContain('<img src="cid:logo@latchkey"')
    expect(mail?.html).toMatch(/>Harbour Market<\/td>/u)
  }
  expect(link?.html.match(/background-color:#0d7f5f;color:#ffffff/gu)).toHaveLength(2)
  expect(link?.html).toContain('.button{background-color:#0d7f5f !important;color:#ffffff !important}')
  expect(link?.text).toMatch(/\n\nWebsite: https:\/\/harbour\.example\nTerms: .*\nSupport: .*\n$/u)
  expect(code?.html).not.toContain('harbour.example/terms')
  expect(deviceLink?.attachments).toBeUndefined()
})

test('a color that cannot be told from the ground is left out, in that mode only', () => {
  const { html } = composeMail({
    to: 'ada@example.com',
    title: 'Look',
    preview: 'Now.',
    blocks: [{ is: 'button', label: 'Open', url: 'https://wallet.example' }],
    brand: { ...sampleBrand, color: '#ffffff' },
  })
  expect(html).not.toMatch(/background-color:#ffffff;color:#000000/u)
  expect(html).toContain('.button{background-color:#ffffff !important;color:#000000 !important}')
})
