import { type CaipNetworkId, type ChainNamespace, parseCaip2 } from '@latchkey/chains'

/**
 * The methods and events requested from a wallet, by namespace: only methods that need the wallet.
 *
 * Everything else about an EVM chain (`eth_call`, `eth_getBalance`, `eth_blockNumber`, …) is read from a node: such a call never goes to
 * the user's phone, and none of these wallets would answer it.
 */
export const walletCalls = {
  eip155: {
    methods: [
      'personal_sign',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'eth_signTransaction',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_watchAsset',
      'wallet_getCapabilities',
      'wallet_sendCalls',
      'wallet_getCallsStatus',
      'wallet_showCallsStatus',
      'wallet_grantPermissions',
      'wallet_revokePermissions',
      'wallet_getAssets',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
  solana: {
    methods: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
  bip122: {
    methods: ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
    events: ['accountsChanged', 'chainChanged', 'bip122_addressesChanged'],
  },
  polkadot: {
    methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
  cosmos: {
    methods: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'],
    events: ['accountsChanged', 'chainChanged'],
  },
  sui: {
    methods: ['sui_getAccounts', 'sui_signPersonalMessage', 'sui_signTransaction', 'sui_signAndExecuteTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
  stacks: {
    methods: [
      'stx_getAddresses',
      'stx_signMessage',
      'stx_signStructuredMessage',
      'stx_signTransaction',
      'stx_transferStx',
      'stx_callContract',
    ],
    events: ['accountsChanged', 'chainChanged', 'stx_accountsChanged', 'stx_chainChanged'],
  },
} as const satisfies Record<ChainNamespace, { methods: readonly string[]; events: readonly string[] }>

export type ProposedNamespaces = Partial<
  Record<ChainNamespace, { chains: CaipNetworkId[]; methods: string[]; events: string[] }>
>

/**
 * Returns the namespaces of a session proposal (CAIP-25) for the site's networks. All are optional: a wallet approves those that it
 * supports, and a session without the requested namespace is rejected here, with a clear reason.
 */
export const proposeNamespaces = (
  networks: readonly CaipNetworkId[],
  namespaces: readonly ChainNamespace[],
): ProposedNamespaces => {
  const proposed: ProposedNamespaces = {}
  for (const network of new Set(networks)) {
    const { namespace } = parseCaip2(network)
    if (!namespaces.includes(namespace)) continue
    const { methods, events } = walletCalls[namespace]
    const entry = proposed[namespace] ?? { chains: [], methods: [...methods], events: [...events] }
    entry.chains.push(network)
    proposed[namespace] = entry
  }
  return proposed
}
