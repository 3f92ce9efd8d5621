import type { Addresses } from '../addresses.ts'

/** The wallet page's settings. In the page as `<meta name="latchkey-wallet" content="<JSON>">`. */
export type WalletPageFacts = {
  relayUrl: string
  /** The EVM chains that it can send on. */
  chains: readonly { id: number; name: string; rpcUrl: string }[]
}

export const walletPageFactsOf = (urls: Addresses): WalletPageFacts => ({
  relayUrl: urls.relay,
  chains: [
    { id: 31337, name: 'Local chain A', rpcUrl: urls.chainA }, // not words: a network's name
    { id: 1337, name: 'Local chain B', rpcUrl: urls.chainB }, // not words: a network's name
  ],
})
