import { expect, test } from 'vitest'
import { frameAncestors } from './frameAncestors.ts'
import { matchesOrigin } from './matchesOrigin.ts'

test.each<[pattern: string, origin: string]>([
  ['https://app.example', 'https://app.example'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['https://app.example:8443', 'https://app.example:8443'],
  ['https://*.app.example', 'https://a.app.example'],
  ['https://*.app.example', 'https://xn--bcher-kva.app.example'],
  ['http://*.localhost:3000', 'http://other.localhost:3000'],
  ['https://*.*.app.example', 'https://a.b.app.example'],
  ['https://pr.*.app.example', 'https://pr.7.app.example'],
  // The pattern is normalized to the form that browsers send.
  ['https://app.example:443', 'https://app.example'],
  ['http://app.example:80', 'http://app.example'],
  ['HTTPS://App.Example', 'https://app.example'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://*.bücher.example', 'https://a.xn--bcher-kva.example'],
  ['https://my_app.example', 'https://my_app.example'],
])('%s allows %s', (pattern, origin) => {
  expect(matchesOrigin([pattern], origin)).toBe(true)
})

test.each<[pattern: string, origin: string, why: string]>([
  ['https://app.example', 'http://app.example', 'scheme'],
  ['http://app.example', 'https://app.example', 'scheme'],
  ['https://app.example', 'https://app.example:8443', 'port'],
  ['https://app.example:8443', 'https://app.example', 'port'],
  ['https://app.example', 'https://app.example:443', 'not as a browser says it'],
  ['https://app.example', 'https://APP.example', 'not as a browser says it'],
  ['https://bücher.example', 'https://bücher.example', 'not as a browser says it'],
  ['https://app.example', 'https://evil-app.example', 'ends alike'],
  ['https://app.example', 'https://app.example.evil.test', 'begins alike'],
  ['https://app.example', 'https://a.app.example', 'a subdomain'],
  ['https://app.example', 'https://app.example.', 'another name: the dot at the end'],
  ['https://app.example', 'https://app.example/', 'a slash'],
  ['https://app.example', 'https://app.example/path', 'a path'],
  ['https://app.example', 'https://app.example?', 'a query'],
  ['https://app.example', 'https://app.example#', 'a fragment'],
  ['https://app.example', 'https://user@app.example', 'a user'],
  ['https://app.example', 'https://evil.test\\@app.example', 'a backslash'],
  ['https://app.example', ' https://app.example', 'space'],
  ['https://app.example', 'https://app.example\n', 'a line break'],
  ['https://app.example', 'https://app.exam\tple', 'a tab, which URL parsers drop'],
  ['https://app.example', 'null', 'an opaque origin'],
  ['null', 'null', 'an opaque origin'],
  ['https://app.example', '', 'nothing'],
  ['', '', 'nothing'],
  ['*', 'https://app.example', 'no pattern'],
  ['https://*', 'https://app', 'the last label'],
  ['https://*.*', 'https://app.example', 'the last label'],
  ['https://*.example.*', 'https://app.example.com', 'the last label'],
  ['http://127.0.0.*', 'http://127.0.0.1', 'an address has no labels'],
  ['http://*.0.0.1', 'http://127.0.0.1', 'an address has no labels'],
  ['http://localhost:*', 'http://localhost:3000', 'ports have no pattern'],
  ['*://app.example', 'https://app.example', 'schemes have no pattern'],
  ['https://*.app.example', 'https://app.example', 'no label'],
  ['https://*.app.example', 'https://a.b.app.example', 'two labels'],
  ['https://*.app.example', 'https://.app.example', 'an empty label'],
  ['https://*.app.example', 'https://*.app.example', 'an origin is no pattern'],
  ['https://*app.example', 'https://myapp.example', 'part of a label'],
  ['https://a*.example', 'https://ab.example', 'part of a label'],
  ['https://app.example/', 'https://app.example', 'a pattern with a slash'],
  ['https://app.example/path', 'https://app.example', 'a pattern with a path'],
  ['https://user@app.example', 'https://app.example', 'a pattern with a user'],
  ['https://app.example https://b.example', 'https://app.example', 'two patterns in one'],
  ['app.example', 'https://app.example', 'a pattern without a scheme'],
  ['https:app.example', 'https://app.example', 'a pattern without slashes'],
  ['wss://app.example', 'wss://app.example', 'another scheme'],
  ['file://', 'file://', 'another scheme'],
  ['chrome-extension://abcdefgh', 'chrome-extension://abcdefgh', 'another scheme'],
  ['https://%61pp.example', 'https://%61pp.example', 'an escape'],
  ['https://%61pp.example', 'https://app.example', 'a pattern with an escape'],
  ['https://%2a.app.example', 'https://a.app.example', 'an escaped wildcard'],
  ['https://\uff0a.app.example', 'https://a.app.example', 'what becomes a wildcard in punycode'],
  ['https://app.example:', 'https://app.example', 'a pattern with an empty port'],
  ['https://app.example\0', 'https://app.example', 'a pattern with a control character'],
  ['https://app.example.', 'https://app.example.', 'the dot at the end'],
  ['https://app.example', 'https://xn--pp-example-h4a', 'a look-alike in punycode'],
  ['https://*.app.example', 'https://a.app.example:8443', 'port'],
  ['https://app.example:8443', 'https://app.example:8444', 'port'],
  ['http://localhost:3000', 'http://127.0.0.1:3000', 'two names of one machine'],
  ['http://0x7f.1', 'http://0x7f.1', 'an address that is not as a browser says it'],
])('%s does not allow %j: %s', (pattern, origin) => {
  expect(matchesOrigin([pattern], origin)).toBe(false)
})

test('an empty list allows nothing', () => {
  expect(matchesOrigin([], 'https://app.example')).toBe(false)
})

test('one pattern of several is enough, and a broken one does no harm', () => {
  expect(matchesOrigin(['', 'https://b.example', 'https://app.example'], 'https://app.example')).toBe(true)
})

test.each<[patterns: string[], sources: string]>([
  [[], "'none'"],
  [['null', 'https://app.example/', '*'], "'none'"],
  [['https://app.example', 'http://*.localhost:3000'], 'https://app.example http://*.localhost:3000'],
  [['https://pr.*.app.example'], 'https://*.app.example'],
  [['https://*.*.app.example', 'https://*.app.example'], 'https://*.app.example'],
  [['https://bücher.example:443'], 'https://xn--bcher-kva.example'],
  [['https://a.example;script-src', "https://a';.example", 'https://a.example,b'], "'none'"],
])('frame-ancestors for %j is %s', (patterns, sources) => {
  expect(frameAncestors(patterns)).toBe(sources)
})
