import type { Addresses } from '../addresses.ts'
import { type LocalToken, localExchange, localTokens } from '../tokens/localContracts.ts'

/** The demo's settings of its stack. In the page as `<meta name="latchkey-demo" content="<JSON>">`. */
export type DemoFacts = {
  projectId: string
  walletUrl: string
  apiUrl: string
  faucetUrl: string
  /** The documentation's URL. */
  docsUrl: string
  relayUrl: string
  /** The nodes of its chains, by CAIP-2 id: for wallets that do not know these chains yet. */
  rpcUrls: Readonly<Record<string, readonly string[]>>
  /** Contracts on both chains of this stack. */
  local: { usdc: LocalToken; router: string }
}

export const demoFactsOf = (urls: Addresses): DemoFacts => ({
  projectId: 'demo',
  walletUrl: urls.wallet,
  apiUrl: urls.api,
  faucetUrl: urls.faucet,
  docsUrl: urls.docs,
  relayUrl: urls.relay,
  rpcUrls: { 'eip155:31337': [urls.chainA], 'eip155:1337': [urls.chainB] },
  local: { usdc: localTokens.usdc, router: localExchange.router },
})

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Inserts the settings at the end of the document's head. */
export const withDemoFacts = (document: string, facts: DemoFacts): string => {
  const meta = `<meta name="latchkey-demo" content="${escapeAttribute(JSON.stringify(facts))}">`
  return document.replace('</head>', () => `${meta}</head>`)
}
