import { createModal } from '@latchkey/modal'
import { createPublicClient, createWalletClient, custom } from 'viem'
import { settings } from './settings.ts'

export const modal = createModal(settings)

const transport = custom(modal.getProvider('eip155'))
export const wallet = createWalletClient({ transport })
export const chain = createPublicClient({ transport, pollingInterval: 500 })
