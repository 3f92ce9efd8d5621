import { afterEach, expect, test, vi } from 'vitest'
import { frameAddress } from './connectors/auth/createAuthConnector.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['?lang=en-XA', 'en-XA'],
  ['', null],
])('frameAddress › passes the language of a page at %j on to the wallet in development', (search, lang) => {
  vi.stubGlobal('location', { search })
  expect(frameAddress('https://wallet.example', 'demo', 'eip155:1').searchParams.get('lang')).toBe(lang)
})
