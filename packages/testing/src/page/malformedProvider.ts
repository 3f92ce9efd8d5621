/**
 * Announces malformed wallets in a page, by every discovery mechanism: nothing, wrong types, members that throw, names that are too long or
 * contain markup, invalid icons or icons with script, duplicate wallets, and ids that are taken. Playwright injects its source into the
 * page, so it has no outside references.
 *
 * If any of it runs, it sets `latchkeyRubbishRan` on the page's `globalThis`.
 */
export const malformedProvider = (): void => {
  const ran = "globalThis.latchkeyRubbishRan = 'yes'"
  const scripted = `<svg xmlns="http://www.w3.org/2000/svg" onload="${ran}"><script>${ran}</script></svg>`
  const picture = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='
  const thrower = new Proxy(() => undefined, {
    get: () => {
      throw 'rubbish'
    },
    has: () => {
      throw 'rubbish'
    },
    ownKeys: () => {
      throw 'rubbish'
    },
  })
  const rejecting = () => ({
    request: () => Promise.reject(null),
    on: () => undefined,
    removeListener: () => undefined,
  })
  const info = (number: number, wrong: object = {}) => ({
    uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    name: `Rubbish ${number}`,
    rdns: `org.example.rubbish${number}`,
    icon: picture,
    ...wrong,
  })
  const twice = { info: info(16), provider: rejecting() }
  const announcements: unknown[] = [
    null,
    'rubbish',
    {},
    thrower,
    { info: null, provider: rejecting() },
    { info: info(1), provider: null },
    { info: info(2), provider: {} },
    { info: info(3, { uuid: 42 }), provider: rejecting() },
    { info: info(4, { name: '' }), provider: rejecting() },
    { info: info(5, { name: { toString: () => 'Rubbish' } }), provider: rejecting() },
    { info: info(6, { name: `<img src=x onerror="${ran}">` }), provider: rejecting() },
    { info: info(7, { name: 'Rubbish '.repeat(5_000) }), provider: rejecting() },
    { info: info(8, { name: '\u202eRubbish\u0000\n\n' }), provider: rejecting() },
    { info: info(9, { icon: `javascript:${ran}` }), provider: rejecting() },
    { info: info(10, { icon: `data:text/html,<script>${ran}</script>` }), provider: rejecting() },
    { info: info(11, { icon: `data:image/svg+xml,${encodeURIComponent(scripted)}` }), provider: rejecting() },
    { info: info(12, { icon: scripted }), provider: rejecting() },
    { info: info(13, { icon: `x" onerror="${ran}` }), provider: rejecting() },
    { info: info(14, { rdns: '__proto__' }), provider: rejecting() },
    { info: info(15), provider: thrower },
    // Twice, and another wallet under the same id.
    twice,
    twice,
    { info: { ...info(17), uuid: info(16).uuid }, provider: rejecting() },
  ]
  const announce = (): void => {
    for (const detail of announcements) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  addEventListener('eip6963:requestProvider', announce)
  announce()

  const standard: unknown[] = [
    null,
    {},
    thrower,
    {
      version: '1.0.0',
      name: 'Rubbish standard',
      icon: `javascript:${ran}`,
      chains: null,
      features: null,
      accounts: 7,
    },
    { version: '9', name: 'Rubbish standard', icon: picture, chains: ['solana:mainnet'], features: {}, accounts: [] },
    {
      version: '1.0.0',
      name: 'Rubbish standard',
      icon: picture,
      chains: ['solana:mainnet', 42],
      accounts: [null],
      get features() {
        throw 'rubbish'
      },
    },
  ]
  const register = (api: { register(...wallets: unknown[]): unknown }): void => {
    for (const wallet of standard) {
      try {
        api.register(wallet)
      } catch {
        // The page may reject invalid ones.
      }
    }
  }
  addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 'rubbish' }))

  const page = globalThis as { btc_providers?: unknown[] }
  page.btc_providers = [
    ...(page.btc_providers ?? []),
    null,
    42,
    thrower,
    { id: '__proto__.constructor', name: 'Rubbish', icon: picture },
    { id: 'No.Such.Provider', name: 'Rubbish', icon: `javascript:${ran}` },
    { id: 'document', name: 'Rubbish '.repeat(5_000), icon: scripted },
    { name: 'Rubbish' },
  ]
}
