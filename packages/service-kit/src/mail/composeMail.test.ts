import { expect, test } from 'vitest'
import { composeMail } from './composeMail.ts'

const url = 'https://wallet.example/?a=1&b=$&'

test('composeMail › shows the address of a button as a link in a whole sentence', () => {
  const { text, html } = composeMail({
    to: 'ada@example.com',
    title: 'Look & see',
    preview: 'Now.',
    blocks: [{ is: 'button', label: 'Open', url }],
  })
  expect(text).toBe(`Look & see\n\nOpen:\n${url}\n`)
  const escaped = 'https://wallet.example/?a=1&amp;b=$&amp;'
  expect(html).toMatch(/>Or open this address: <a href="/)
  expect(html.split(`href="${escaped}"`)).toHaveLength(3)
  expect(html).toContain(`>${escaped}</a></p>`)
})
