import type { Namespace } from '../Modal.ts'
import { readField } from './readField.ts'

/** The chain prefixes of Wallet Standard. */
const standardChains: Partial<Record<Namespace, string>> = { solana: 'solana:', bip122: 'bitcoin:', sui: 'sui:' }
/** The page globals of most wallets, or of lists of them. */
const places: Partial<Record<Namespace, string>> = {
  eip155: 'ethereum',
  bip122: 'btc_providers',
  polkadot: 'injectedWeb3',
  cosmos: 'keplr',
}

/**
 * Asks the wallets of a page to announce themselves (EIP-6963, Wallet Standard), as their sources do once loaded. Returns whether one of
 * the namespaces has any, as far as they answer synchronously; their data is parsed later.
 */
export function isWalletInPage(page: EventTarget, namespaces: readonly Namespace[]): boolean {
  let isFound = false
  const hear = () => {
    isFound = true
  }
  const chains = namespaces.flatMap((namespace) => standardChains[namespace] ?? [])
  const register = (...wallets: unknown[]) => {
    if (wallets.some((wallet) => chains.some((chain) => String(readField(wallet, 'chains')).includes(chain)))) hear()
    return () => undefined
  }
  if (chains[0]) page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  if (namespaces.includes('eip155')) {
    page.addEventListener('eip6963:announceProvider', hear)
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    page.removeEventListener('eip6963:announceProvider', hear)
  }
  return isFound || namespaces.some((namespace) => (places[namespace] ?? '-') in page)
}
