import type { Addresses } from '../addresses.ts'

/** What the demo has to know about the stack it runs in. In the page as `<meta name="latchkey-demo" content="<JSON>">`. */
export type DemoFacts = {
  projectId: string
  walletUrl: string
  apiUrl: string
  faucetUrl: string
}

export const demoFactsOf = (urls: Addresses): DemoFacts => ({
  projectId: 'demo',
  walletUrl: urls.wallet,
  apiUrl: urls.api,
  faucetUrl: urls.faucet,
})

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The demo's document with the facts at the end of its head. */
export const withDemoFacts = (document: string, facts: DemoFacts): string => {
  const meta = `<meta name="latchkey-demo" content="${escapeAttribute(JSON.stringify(facts))}">`
  return document.replace('</head>', () => `${meta}</head>`)
}
