import { describe, expect, test } from 'vitest'
import { displayHost } from './displayHost.ts'

describe('displayHost', () => {
  test.each([
    ['app.example.com', 'app.example.com', 'plain names stay as they are'],
    ['xn--mnchen-3ya.de', 'münchen.de', 'Latin with accents is readable'],
    ['xn--bcher-kva.example', 'bücher.example', 'Latin with accents is readable'],
    ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.com', 'Cyrillic letters that look like apple'],
    ['xn--e1afmkfd.xn--p1ai', 'пример.рф', 'Cyrillic under a Cyrillic top-level domain'],
    ['xn--fsqu00a.com', '例子.com', 'Han'],
    ['xn--ppl-hka.com', 'xn--ppl-hka.com', 'Latin with a letter outside the usual accents'],
    ['xn--pple-43d.com', 'xn--pple-43d.com', 'Cyrillic a among Latin letters'],
    ['xn--a.com', 'xn--a.com', 'not punycode at all'],
    ['xn--.com', 'xn--.com', 'an empty label'],
    ['xn--99999999999.com', 'xn--99999999999.com', 'a number beyond Unicode'],
    ['127.0.0.1', '127.0.0.1', 'an address'],
  ])('%s is shown as %s: %s', (host, shown) => {
    expect(displayHost(host)).toBe(shown)
  })
})
