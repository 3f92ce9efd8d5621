import { latchkeyConnector } from '@latchkey/modal/wagmi'
import { createConfig, http } from 'wagmi'
import { localhost } from 'wagmi/chains'
import { modal } from './latchkey.ts'

const chain = { ...localhost, id: 31337 } as const

export const config = createConfig({
  chains: [chain],
  connectors: [latchkeyConnector(modal)],
  multiInjectedProviderDiscovery: false,
  transports: { [chain.id]: http('%CHAIN_URL%') },
})
