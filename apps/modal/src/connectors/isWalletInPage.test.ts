import { expect, test } from 'vitest'
import type { Namespace } from '../Modal.ts'
import { isWalletInPage } from './isWalletInPage.ts'

const everything: readonly Namespace[] = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos', 'sui', 'stacks']
const pageWith = (fields: Record<string, unknown>) => Object.assign(new EventTarget(), fields)
const announcing = () => {
  const page = new EventTarget()
  const announce = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: {} }))
  page.addEventListener('eip6963:requestProvider', announce)
  return page
}
const registering = (wallet: unknown) => {
  const page = new EventTarget()
  page.addEventListener('wallet-standard:app-ready', (event) => {
    if (event instanceof CustomEvent) event.detail.register(wallet)
  })
  return page
}

test('a page without wallets has none', () => {
  expect(isWalletInPage(new EventTarget(), everything)).toBe(false)
})

test.each<[string, EventTarget, Namespace]>([
  ['an EVM wallet that announces itself', announcing(), 'eip155'],
  ['window.ethereum', pageWith({ ethereum: {} }), 'eip155'],
  ['a Solana wallet that registers', registering({ chains: ['solana:mainnet', 'solana:devnet'] }), 'solana'],
  ['a Bitcoin wallet that registers', registering({ chains: ['bitcoin:mainnet'] }), 'bip122'],
  ['window.btc_providers', pageWith({ btc_providers: [] }), 'bip122'],
  ['a Sui wallet that registers', registering({ chains: ['sui:mainnet'] }), 'sui'],
  ['window.injectedWeb3', pageWith({ injectedWeb3: {} }), 'polkadot'],
  ['window.keplr', pageWith({ keplr: {} }), 'cosmos'],
])('%s is found where its namespace is served, and nowhere else', (_, page, namespace) => {
  expect(isWalletInPage(page, everything)).toBe(true)
  expect(
    isWalletInPage(
      page,
      everything.filter((other) => other !== namespace),
    ),
  ).toBe(false)
})

test('what registers without chains is no wallet of ours', () => {
  for (const wallet of [null, {}, { chains: 'solana' }])
    expect(isWalletInPage(registering(wallet), everything)).toBe(false)
})
