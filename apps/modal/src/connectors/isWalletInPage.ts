import type { Namespace } from '../Modal.ts'
import { readField } from './readField.ts'

/** How Wallet Standard begins the names of chains. */
const standardChains = { solana: 'solana:', bip122: 'bitcoin:' } as const

/**
 * Asks the wallets of a page to make themselves known (EIP-6963, Wallet Standard), as their sources do once they are loaded. Returns
 * whether one of the namespaces has any, as far as they answer at once; what they say is read later.
 */
export function isWalletInPage(page: EventTarget, namespaces: readonly Namespace[]): boolean {
  let isFound = false
  const hear = () => {
    isFound = true
  }
  for (const namespace of namespaces)
    if (namespace === 'eip155') {
      page.addEventListener('eip6963:announceProvider', hear)
      page.dispatchEvent(new Event('eip6963:requestProvider'))
      page.removeEventListener('eip6963:announceProvider', hear)
      isFound ||= 'ethereum' in page
    } else if (Object.hasOwn(standardChains, namespace)) {
      const chain = standardChains[namespace as keyof typeof standardChains]
      const register = (...wallets: unknown[]) => {
        if (wallets.some((wallet) => String(readField(wallet, 'chains')).includes(chain))) hear()
        return () => undefined
      }
      page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
      isFound ||= namespace === 'bip122' && 'btc_providers' in page
    }
  return isFound
}
