import type { ModalOptions, SocialProvider } from '@latchkey/modal'
import { loginProviderIds } from '@latchkey/protocol/loginProviders'
import type { Address } from 'viem'

/** The addresses of this deployment's parts. The server that serves the demo writes it into the page. */
type Deployment = {
  projectId: string
  walletUrl: string
  apiUrl: string
  faucetUrl: string
  /** The documentation's. */
  docsUrl: string
  /** WalletConnect's. */
  relayUrl: string
  /** Nodes of chains that no wallet knows yet. */
  rpcUrls: NonNullable<ModalOptions['rpcUrls']>
  /** The login providers: `google`, `github`, … */
  socials: readonly SocialProvider[]
  /** Contracts on the chains of a local stack; elsewhere there are no such test tokens. */
  local?: { usdc: Token; router: Address }
}

export type Token = { address: Address; symbol: string; decimals: number }

/** Returns the login providers that the demo offers: those that `?socials=x,google` names, in that order, else all. */
const readSocials = (query: string): readonly SocialProvider[] => {
  const wanted = new URLSearchParams(query).get('socials')
  if (wanted === null) return loginProviderIds
  return wanted.split(',').flatMap((name) => loginProviderIds.find((known) => known === name) ?? [])
}

const local: Deployment = {
  projectId: 'demo',
  walletUrl: 'http://localhost:3001',
  apiUrl: 'http://localhost:3002',
  faucetUrl: 'http://localhost:3007',
  docsUrl: 'http://localhost:3004',
  relayUrl: 'ws://localhost:3005',
  rpcUrls: { 'eip155:31337': ['http://localhost:8545'], 'eip155:1337': ['http://localhost:8546'] },
  socials: readSocials(location.search),
}

const written = document.querySelector<HTMLMetaElement>('meta[name="latchkey-demo"]')?.content

export const deployment: Deployment = written === undefined ? local : { ...local, ...JSON.parse(written) }
