import { describe, expect, test } from 'vitest'
import { parseSettings } from './parseSettings.ts'

const variables = {
  WALLET_ORIGIN: 'https://wallet.example',
  VAULT_ORIGIN: 'https://vault.example',
  API_URL: 'https://api.example',
  CUSTODY_URL: 'https://custody.example',
  PROJECT_LIST_URL: 'http://api:3022',
  WALLET_PORT: '8080',
  VAULT_PORT: '8081',
}

describe('parseSettings', () => {
  test('reads where builds and keys are kept, which builds are revoked, and how long it answers on', () => {
    const [one, other] = ['a'.repeat(64), '0'.repeat(64)]
    const kept = { PREVIOUS_BUILDS: '/builds', LAST_KNOWN: '/builds/known' }
    const further = { ...kept, REVOKED_BUILDS: `${one}, ${other}\n`, NODE_ENV: 'production' }
    expect(parseSettings({ ...variables, ...further })).toMatchObject({
      previousBuilds: '/builds',
      lastKnownFolder: '/builds/known',
      revokedBuilds: [one, other],
      drainSeconds: 5,
    })
    expect(parseSettings({ ...variables, REVOKED_BUILDS: '' }).revokedBuilds).toEqual([])
    expect(() => parseSettings({ ...variables, REVOKED_BUILDS: 'sha256-abc' })).toThrow('REVOKED_BUILDS')
    expect(() => parseSettings({ ...variables, DRAIN_SECONDS: '900' })).toThrow('DRAIN_SECONDS')
  })

  test('reads a deployment', () => {
    expect(parseSettings(variables)).toEqual({
      host: '0.0.0.0',
      proxies: { hops: 0 },
      drainSeconds: 0,
      walletPort: 8080,
      vaultPort: 8081,
      walletOrigin: 'https://wallet.example',
      vaultOrigin: 'https://vault.example',
      apiUrl: 'https://api.example',
      custodyUrl: 'https://custody.example',
      internal: { apiUrl: 'https://api.example', custodyUrl: 'https://custody.example' },
      projectListUrl: 'http://api:3022',
    })
  })

  test.each([
    ['WALLET_ORIGIN', undefined],
    ['WALLET_ORIGIN', 'https://wallet.example/'],
    ['WALLET_ORIGIN', 'https://wallet.example/sdk'],
    ['WALLET_ORIGIN', 'http://wallet.example'],
    ['VAULT_ORIGIN', 'https://wallet.example'],
    ['API_URL', 'https://api.example/'],
    ['API_URL', 'https://wallet.example'],
    ['API_URL', 'https://wallet.example/api'],
    ['API_URL', 'https://vault.example'],
    ['CUSTODY_URL', 'https://wallet.example'],
    ['API_URL', 'ftp://api.example'],
    ['API_INTERNAL_URL', 'http://api:3002/'],
    ['CUSTODY_INTERNAL_URL', 'custody:3012'],
    ['PROJECT_LIST_URL', undefined],
    ['PROJECT_LIST_URL', 'http://api:3022/projects'],
    ['API_INTERNAL_URL', 'http://api.example:3002'],
    ['CUSTODY_INTERNAL_URL', 'http://10.0.0.5:3012'],
    ['WALLET_PORT', '0'],
    ['VAULT_PORT', 'x'],
    ['TRUSTED_PROXIES', 'proxy'],
    ['PROXY_PROTOCOL', 'true'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => parseSettings({ ...variables, [name]: value })).toThrow(name)
  })

  test('reaches the services where it is told to, without TLS on a network of its own', () => {
    const reached = { API_INTERNAL_URL: 'http://api:3002', CUSTODY_INTERNAL_URL: 'http://custody:3012' }
    expect(parseSettings({ ...variables, ...reached }).internal).toEqual({
      apiUrl: 'http://api:3002',
      custodyUrl: 'http://custody:3012',
    })
  })

  test('reads whom finders of faults write to, and until when', () => {
    const SECURITY_CONTACT = 'mailto:security@example.com https://example.com/report'
    expect(parseSettings({ ...variables, SECURITY_CONTACT, SECURITY_EXPIRES: '2026-12-31' }).contact).toEqual({
      contacts: ['mailto:security@example.com', 'https://example.com/report'],
      expires: new Date('2026-12-31T00:00:00Z'),
    })
    for (const change of [
      { SECURITY_CONTACT },
      { SECURITY_EXPIRES: '2026-12-31' },
      { SECURITY_CONTACT: 'security@example.com', SECURITY_EXPIRES: '2026-12-31' },
      { SECURITY_CONTACT, SECURITY_EXPIRES: 'soon' },
    ])
      expect(() => parseSettings({ ...variables, ...change })).toThrow('SECURITY_')
  })

  test('takes plain HTTP on this machine', () => {
    const local = { WALLET_ORIGIN: 'http://localhost:3001', VAULT_ORIGIN: 'http://127.0.0.1:3011' }
    expect(parseSettings({ ...variables, ...local }).walletOrigin).toBe('http://localhost:3001')
  })
})
