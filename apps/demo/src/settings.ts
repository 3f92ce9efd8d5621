import type { ModalOptions } from '@latchkey/modal'
import { deployment } from './deployment.ts'
import { readCapture, readSiwx, readTelemetry } from './readQuestions.ts'

/** The shop's options for its modal. */
export const settings: ModalOptions = {
  projectId: deployment.projectId,
  frameUrl: deployment.walletUrl,
  apiUrl: deployment.apiUrl,
  networks: [
    'eip155:31337',
    'eip155:1337',
    // The local Solana network, Solana's devnet, Bitcoin, and the local Bitcoin network.
    'solana:LocaLatchkey11111111111111111111',
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    'bip122:000000000019d6689c085ae165831e93',
    'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  ],
  rpcUrls: deployment.rpcUrls,
  metadata: { name: 'Small Hours', url: location.origin },
  features: {
    multiWallet: true,
    swaps: true,
    onramp: true,
    offramp: true,
    payWithExchange: true,
    socials: deployment.socials,
    ...readCapture(location.search),
  },
  ...readSiwx(location.search),
  ...readTelemetry(location.search),
  walletConnect: { relayUrl: deployment.relayUrl },
  themeMode: 'system',
  themeVariables: { '--lk-accent': '#6d47d9' },
}
