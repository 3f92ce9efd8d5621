import type { ProposalTypes, SessionTypes } from '@walletconnect/types'

export type Namespace = 'eip155' | 'solana'
export const namespaceNames: Readonly<Record<Namespace, string>> = { eip155: 'Ethereum', solana: 'Solana' }

const methods: Readonly<Record<Namespace, readonly string[]>> = {
  eip155: [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
  ],
  solana: ['solana_signMessage', 'solana_signTransaction'],
}
const events = ['accountsChanged', 'chainChanged']

/** Returns the chains of a proposal that this wallet serves, by namespace. */
export const proposedChains = (
  { requiredNamespaces, optionalNamespaces }: Pick<ProposalTypes.Struct, 'requiredNamespaces' | 'optionalNamespaces'>,
  served: readonly string[],
): Partial<Record<Namespace, string[]>> => {
  const proposed: Partial<Record<Namespace, string[]>> = {}
  for (const namespace of Object.keys(namespaceNames) as Namespace[]) {
    const asked = [requiredNamespaces, optionalNamespaces].flatMap((one) => one?.[namespace]?.chains ?? [])
    const chains = asked.filter((chain) => namespace === 'solana' || served.includes(chain))
    if (chains.length > 0) proposed[namespace] = [...new Set(chains)]
  }
  return proposed
}

/** Returns the granted namespaces: chains, each with all accounts, the current one first. */
export const grant = (
  chains: Partial<Record<Namespace, readonly string[]>>,
  accounts: Readonly<Record<Namespace, readonly string[]>>,
): SessionTypes.Namespaces => {
  const namespaces: SessionTypes.Namespaces = {}
  for (const [namespace, granted = []] of Object.entries(chains) as [Namespace, readonly string[]][]) {
    namespaces[namespace] = {
      chains: [...granted],
      accounts: granted.flatMap((chain) => accounts[namespace].map((address) => `${chain}:${address}`)),
      methods: [...methods[namespace]],
      events,
    }
  }
  return namespaces
}
