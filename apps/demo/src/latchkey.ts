import { createModal } from '@latchkey/modal'
import { createPublicClient, createWalletClient, custom } from 'viem'
import { deployment } from './deployment.ts'

export const modal = createModal({
  projectId: deployment.projectId,
  frameUrl: deployment.walletUrl,
  apiUrl: deployment.apiUrl,
  networks: ['eip155:31337', 'eip155:1337'],
  metadata: { name: 'Latchkey demo', url: location.origin },
  themeMode: 'system',
})

const transport = custom(modal.getProvider('eip155'))
export const wallet = createWalletClient({ transport })
export const chain = createPublicClient({ transport, pollingInterval: 500 })
