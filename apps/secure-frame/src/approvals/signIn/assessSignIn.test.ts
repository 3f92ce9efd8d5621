import { describe, expect, test } from 'vitest'
import { assessSignIn } from './assessSignIn.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const context = { origin: 'https://app.example', address, chainId: 1 }
const now = Date.parse('2026-01-12T09:30:00Z')

const message = (parts: { domain?: string; account?: string; uri?: string; chainId?: number; rest?: string } = {}) =>
  [
    `${parts.domain ?? 'app.example'} wants you to sign in with your Ethereum account:`,
    parts.account ?? address,
    '',
    'I accept the terms.',
    '',
    `URI: ${parts.uri ?? 'https://app.example/login'}`,
    'Version: 1',
    `Chain ID: ${parts.chainId ?? 1}`,
    'Nonce: 8f3c2a91',
    `Issued At: 2026-01-12T09:29:00Z${parts.rest ?? ''}`,
  ].join('\n')

describe('assessSignIn', () => {
  test('accepts the page’s own sign-in', () => {
    expect(assessSignIn(message(), context, now)).toEqual({
      domain: 'app.example',
      statement: 'I accept the terms.',
      problem: null,
      remarks: [],
    })
  })

  test.each(['urn:recap:eyJhdHQiOnt9fQ', 'URN:ReCap:eyJhdHQiOnt9fQ'])(
    'remarks that it gives rights: %s',
    (resource) => {
      const text = message({ rest: `\nResources:\n- https://app.example/terms\n- ${resource}` })
      expect(assessSignIn(text, context, now)?.remarks).toEqual(['rights'])
    },
  )

  test.each([
    'Hello',
    '',
    'We want you to sign in',
    'Order 7\napp.example wants you to sign in with your Ethereum account:',
  ])('%j is no sign-in', (text) => {
    expect(assessSignIn(text, context, now)).toBeNull()
  })

  test.each([
    'bank.example',
    'app.example.evil.example',
    'evil.example#app.example',
    'app.example:444',
    'user@app.example',
    'http://app.example',
    'app.example@evil.example',
    'evil.example/app.example',
    '[',
  ])('refuses a sign-in at %s', (domain) => {
    expect(assessSignIn(message({ domain }), context, now)?.problem?.kind).toBe('domain')
  })

  test.each(['app.example', 'app.example:443', 'https://app.example', 'APP.example'])(
    'takes %s as its own',
    (domain) => {
      expect(assessSignIn(message({ domain }), context, now)?.problem).toBeNull()
    },
  )

  test('is not fooled by leading blanks, a changed case or another chain’s account', () => {
    const elsewhere = message({ domain: 'bank.example' })
    for (const text of [
      `\n  ${elsewhere}`,
      elsewhere.toUpperCase(),
      elsewhere.replace('Ethereum', 'Solana'),
      elsewhere.replace('account:', 'account!'),
    ]) {
      expect(assessSignIn(text, context, now)?.problem?.kind).toBe('domain')
    }
  })

  test('refuses a message about another account, and takes its own in lower case', () => {
    expect(assessSignIn(message({ account: `0x${'1'.repeat(40)}` }), context, now)?.problem?.kind).toBe('account')
    expect(assessSignIn(message({ account: address.toLowerCase() }), context, now)?.problem).toBeNull()
  })

  test('remarks on what does not fit', () => {
    expect(assessSignIn(message({ uri: 'https://other.example' }), context, now)?.remarks).toEqual(['uri'])
    expect(assessSignIn(message({ chainId: 5 }), context, now)?.remarks).toEqual(['chain'])
    const late = message({ rest: '\nExpiration Time: 2026-01-12T09:29:30Z' })
    expect(assessSignIn(late, context, now)?.remarks).toEqual(['expired'])
    expect(assessSignIn(message().replace('Version: 1\n', ''), context, now)?.remarks).toEqual(['form'])
    const twice = message().replace('I accept the terms.', 'URI: https://app.example')
    expect(assessSignIn(twice, context, now)?.remarks).toEqual(['form'])
  })

  test('knows a port of the page', () => {
    const local = { ...context, origin: 'http://127.0.0.1:3000' }
    const text = message({ domain: '127.0.0.1:3000', uri: 'http://127.0.0.1:3000' })
    expect(assessSignIn(text, local, now)).toMatchObject({ problem: null, remarks: [] })
  })
})

describe('a sign-in with Solana', () => {
  const account = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
  const onMainnet = { origin: 'https://app.example', address: account, chainId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
  const solana = (chain: string) =>
    message({ account, rest: '' }).replace('Ethereum', 'Solana').replace('Chain ID: 1', `Chain ID: ${chain}`)

  test.each([
    'mainnet',
    'solana:mainnet',
    '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ])('for %s is accepted', (chain) => {
    expect(assessSignIn(solana(chain), onMainnet, now)).toMatchObject({ problem: null, remarks: [] })
  })

  test('may leave out every field', () => {
    const short = `app.example wants you to sign in with your Solana account:\n${account}`
    expect(assessSignIn(short, onMainnet, now)).toMatchObject({ problem: null, remarks: [] })
  })

  test('for another cluster is remarked', () => {
    expect(assessSignIn(solana('devnet'), onMainnet, now)?.remarks).toEqual(['chain'])
  })

  test.each([account.toLowerCase(), address])('of %s is of another account', (named) => {
    expect(assessSignIn(solana('mainnet').replace(account, named), onMainnet, now)?.problem?.kind).toBe('account')
  })

  test('for another page is refused', () => {
    const elsewhere = solana('mainnet').replace('app.example wants', 'bank.example wants')
    expect(assessSignIn(elsewhere, onMainnet, now)?.problem).toEqual({ kind: 'domain', named: 'bank.example' })
  })

  test.each(['URI', 'Version', 'Chain ID', 'Nonce', 'Issued At'])('may leave out %s', (field) => {
    const lines = solana('mainnet').split('\n')
    const left = lines.filter((line) => !line.startsWith(`${field}: `))
    expect(left).toHaveLength(lines.length - 1)
    expect(assessSignIn(left.join('\n'), onMainnet, now)).toMatchObject({ problem: null, remarks: [] })
  })

  test.each([
    ['with Cyrillic letters', '\u0430pp.example'],
    ['with a full-width stop', 'app\uff0eevil.example'],
    ['in Punycode', 'xn--pp-8cd.example'],
    ['with an invisible mark', 'app\u200b.evil.example'],
    ['of the page beside another', 'app.example,bank.example'],
  ])('for a name that looks like the page’s, %s, is refused', (_, domain) => {
    const elsewhere = solana('mainnet').replace('app.example wants', `${domain} wants`)
    expect(assessSignIn(elsewhere, onMainnet, now)?.problem).toEqual({ kind: 'domain', named: domain })
  })

  test('that is over is remarked', () => {
    const late = `${solana('mainnet')}\nExpiration Time: 2026-01-12T09:29:30Z`
    expect(assessSignIn(late, onMainnet, now)?.remarks).toEqual(['expired'])
  })

  test('is not fooled by a statement of several lines, which brings fields of its own', () => {
    const injected = (statement: string): string =>
      solana('devnet')
        .replace('https://app.example/login', 'https://bank.example')
        .replace('I accept the terms.', statement)
    const good = 'I accept.\n\nURI: https://app.example/login\nVersion: 1\nChain ID: mainnet'
    expect(assessSignIn(injected(good), onMainnet, now)?.remarks).toEqual(['uri', 'chain', 'form'])
    const line = 'Expiration Time: 2099-01-01T00:00:00Z'
    const late = `${solana('mainnet')}\nExpiration Time: 2026-01-12T09:29:30Z`.replace('I accept the terms.', line)
    expect(assessSignIn(late, onMainnet, now)?.remarks).toEqual(['expired'])
    const twice = `x\n\n${solana('mainnet').replace('app.example wants', 'bank.example wants')}`
    expect(assessSignIn(solana('mainnet').replace('I accept the terms.', twice), onMainnet, now)?.remarks).toEqual([
      'form',
    ])
  })
})
