import { describe, expect, test } from 'vitest'
import { parseSettings } from './parseSettings.ts'

const variables = {
  WALLET_ORIGIN: 'https://wallet.example',
  VAULT_ORIGIN: 'https://vault.example',
  API_URL: 'https://wallet.example/api',
  CUSTODY_URL: 'https://wallet.example/custody',
  WALLET_PORT: '8080',
  VAULT_PORT: '8081',
}

describe('parseSettings', () => {
  test('reads a deployment', () => {
    expect(parseSettings(variables)).toEqual({
      host: '0.0.0.0',
      walletPort: 8080,
      vaultPort: 8081,
      walletOrigin: 'https://wallet.example',
      vaultOrigin: 'https://vault.example',
      apiUrl: 'https://wallet.example/api',
      custodyUrl: 'https://wallet.example/custody',
      internal: { apiUrl: 'https://wallet.example/api', custodyUrl: 'https://wallet.example/custody' },
    })
  })

  test.each([
    ['WALLET_ORIGIN', undefined],
    ['WALLET_ORIGIN', 'https://wallet.example/'],
    ['WALLET_ORIGIN', 'https://wallet.example/sdk'],
    ['WALLET_ORIGIN', 'http://wallet.example'],
    ['VAULT_ORIGIN', 'https://wallet.example'],
    ['API_URL', 'https://wallet.example/api/'],
    ['API_URL', 'ftp://wallet.example'],
    ['API_INTERNAL_URL', 'http://api:3002/'],
    ['CUSTODY_INTERNAL_URL', 'custody:3012'],
    ['WALLET_PORT', '0'],
    ['VAULT_PORT', 'x'],
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

  test('takes plain HTTP on this machine', () => {
    const local = { WALLET_ORIGIN: 'http://localhost:3001', VAULT_ORIGIN: 'http://127.0.0.1:3011' }
    expect(parseSettings({ ...variables, ...local }).walletOrigin).toBe('http://localhost:3001')
  })
})
