import { describe, expect, test } from 'vitest'
import { formatResultUri, parseArrival, parseResultUri } from './socialResult.ts'

const walletOrigin = 'https://wallet.example'
const attempt = '00000000-0000-4000-8000-000000000001'
const result = 'A-_z'.repeat(10).concat('123')
const origin = 'https://dapp.example'
const at = (fields: Record<string, string>): string => `#${new URLSearchParams(fields)}`

describe('the address of the result page', () => {
  test.each([
    { attempt, result, origin, number: '07' },
    { attempt, result, origin: 'http://127.0.0.1:3000', number: '42' },
    { attempt, result, origin, number: '07', network: 'other' },
    { attempt, error: 'access_denied', origin },
    { attempt, error: 'failed', origin },
    { attempt, error: 'unavailable', origin },
    { error: 'expired' },
  ])('is read in each of its forms: %j', (fields) => {
    expect(parseArrival(at(fields))).toEqual(fields)
  })

  const whole = { attempt, result, origin, number: '42' }
  test.each([
    ['nothing', ''],
    ['a mark alone', '#'],
    ['a script as its page', at({ ...whole, origin: 'javascript:alert(1)' })],
    ['data as its page', at({ ...whole, origin: 'data:text/html,x' })],
    ['no origin but an address', at({ ...whole, origin: `${origin}/` })],
    ['an origin with a user in it', at({ ...whole, origin: 'https://dapp.example@evil.example' })],
    ['an origin that a browser writes otherwise', at({ ...whole, origin: 'https://DAPP.example' })],
    ['any origin', at({ ...whole, origin: '*' })],
    ['the origin of a sandbox', at({ ...whole, origin: 'null' })],
    ['an extension as its page', at({ ...whole, origin: 'chrome-extension://abcdefgh' })],
    ['an attempt that is none', at({ ...whole, attempt: 'attempt' })],
    ['a result that is none', at({ ...whole, result: 'short' })],
    ['a number of three digits', at({ ...whole, number: '123' })],
    ['no number', at({ attempt, result, origin })],
    ['an error that nobody says', at({ attempt, error: 'login_required', origin })],
    ['success and failure at once', at({ ...whole, error: 'failed' })],
    ['a network that is none', at({ ...whole, network: 'same' })],
    ['a name that nobody knows', at({ ...whole, next: 'https://evil.example' })],
    ['a name twice', `${at(whole)}&origin=${encodeURIComponent('https://evil.example')}`],
    ['a name that objects have', `${at(whole)}&__proto__=x`],
  ])('with %s is none', (_, hash) => {
    expect(parseArrival(hash)).toBeNull()
  })
})

describe('what is handed over', () => {
  test('comes back as it went, and a success holds no error', () => {
    const success = formatResultUri(walletOrigin, { attempt, result })
    expect(success).toBe(`${walletOrigin}/social#attempt=${attempt}&result=${result}`)
    expect(success).not.toContain('error=')
    expect(parseResultUri(walletOrigin, success)).toEqual({ attempt, result })
    const failure = formatResultUri(walletOrigin, { attempt, error: 'access_denied' })
    expect(failure).toContain('error=access_denied')
    expect(parseResultUri(walletOrigin, failure)).toEqual({ attempt, error: 'access_denied' })
  })

  test.each([
    `https://evil.example/social#attempt=${attempt}&result=${result}`,
    `https://wallet.example.evil.example/social#attempt=${attempt}&result=${result}`,
    `https://wallet.example/social?attempt=${attempt}&result=${result}`,
    `https://wallet.example/other#attempt=${attempt}&result=${result}`,
    `javascript:https://wallet.example/social#attempt=${attempt}&result=${result}`,
    `https://wallet.example/social#attempt=${attempt}&result=${result}&error=`,
    `https://wallet.example/social#attempt=${attempt}`,
    '',
  ])('is nothing of ours: %s', (uri) => {
    expect(parseResultUri(walletOrigin, uri)).toBeNull()
  })
})
