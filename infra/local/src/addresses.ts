import type { OidcProvider } from '@latchkey/protocol/loginProviders'
import { oidcProviderIds } from './identity/standIns.ts'
import type { Ports } from './ports.ts'

/** The URLs of all parts, without a trailing slash. */
export type Addresses = Readonly<
  Record<
    | 'demo'
    | 'wallet'
    | 'vault'
    | 'api'
    | 'custody'
    | 'inbox'
    | 'docs'
    | 'relay'
    | 'faucet'
    | 'walletPage'
    | 'money'
    | OidcProvider
    | 'oauth'
    | 'farcasterRelay'
    | 'chainA'
    | 'chainB'
    | 'bundlerA'
    | 'bundlerB'
    | 'solana'
    | 'bitcoin'
    | 'names',
    string
  >
>

/** The demo is on another site than the wallet, `127.0.0.1` and `localhost`, so that storage is partitioned as in production. */
export const addressesOf = (ports: Ports): Addresses => ({
  demo: `http://127.0.0.1:${ports.demo}`,
  wallet: `http://localhost:${ports.wallet}`,
  vault: `http://localhost:${ports.vault}`,
  api: `http://localhost:${ports.api}`,
  custody: `http://localhost:${ports.custody}`,
  inbox: `http://localhost:${ports.inbox}`,
  docs: `http://localhost:${ports.docs}`,
  relay: `ws://localhost:${ports.relay}`,
  faucet: `http://localhost:${ports.faucet}`,
  walletPage: `http://localhost:${ports.walletPage}`,
  money: `http://localhost:${ports.money}`,
  ...(Object.fromEntries(oidcProviderIds.map((id) => [id, `http://localhost:${ports[id]}`])) as Record<
    OidcProvider,
    string
  >),
  oauth: `http://localhost:${ports.oauth}`,
  farcasterRelay: `http://localhost:${ports.farcasterRelay}`,
  chainA: `http://localhost:${ports.chainA}`,
  chainB: `http://localhost:${ports.chainB}`,
  bundlerA: `http://localhost:${ports.bundlerA}`,
  bundlerB: `http://localhost:${ports.bundlerB}`,
  solana: `http://localhost:${ports.solana}`,
  bitcoin: `http://localhost:${ports.bitcoin}`,
  names: `http://localhost:${ports.names}`,
})
