import { describe, expect, test } from 'vitest'
import { outcome } from '../outcome.fixture.ts'
import { find, honest, only, pageOf, providerOf, request, row } from './wallet.fixture.ts'

const refuseToTell = (): never => {
  throw new Error('no')
}
const throwing = Object.defineProperty({}, 'request', { get: refuseToTell })

describe('btc_providers', () => {
  const { provider } = providerOf(honest)
  test.each<[string, object]>([
    ['no list', {}],
    ['a list that is none', { btc_providers: { length: 1, 0: row } }],
    ['a list that is too long', { btc_providers: Array(2000).fill(row), Test: { Provider: provider } }],
    ['rows that are none', { btc_providers: [null, 1, 'row', [], {}], Test: { Provider: provider } }],
    ['a row without a name', { btc_providers: [{ ...row, name: '' }], Test: { Provider: provider } }],
    [
      'a row of somebody who calls itself WalletConnect',
      { btc_providers: [{ ...row, name: 'Wallet Connect' }], Test: { Provider: provider } },
    ],
    ['a provider that is not there', { btc_providers: [row] }],
    ['a provider without request', { btc_providers: [row], Test: { Provider: {} } }],
    ['a provider whose fields throw', { btc_providers: [row], Test: { Provider: throwing } }],
    ['a path that is none', { btc_providers: [{ ...row, id: 'Test..Provider' }], Test: { Provider: provider } }],
    ['a path without end', { btc_providers: [{ ...row, id: 'a.'.repeat(50) }] }],
    ['a page whose fields throw', Object.defineProperty({}, 'btc_providers', { get: refuseToTell })],
  ])('%s brings no wallet', (_, page) => {
    expect(find(page)).toEqual([])
  })

  test('of two of one name the first is taken, and its picture only when it is one', () => {
    const page = {
      ...pageOf(provider),
      btc_providers: [
        { ...row, icon: 'javascript:alert(1)' },
        { ...row, id: 'Test' },
      ],
    }
    expect(find(page).map(({ id, name, icon }) => ({ id, name, icon }))).toEqual([
      { id: 'announced:Test.Provider', name: 'Test BTC', icon: null },
    ])
  })

  test.each(['auth', 'injected', 'walletConnect'])('a provider at %s takes no other wallet’s id', (id) => {
    const page = { btc_providers: [{ ...row, id }], [id]: provider }
    expect(find(page).map((connector) => connector.id)).toEqual([`announced:${id}`])
  })

  test('a provider that has left the page is not installed', async () => {
    const page: { btc_providers: object[]; Test?: object } = pageOf(provider)
    const connector = only(...find(page))
    delete page.Test
    expect(await outcome(connector.connect(request()))).toBe('WALLET_NOT_INSTALLED')
  })
})
