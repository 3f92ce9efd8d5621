import { createModal, type Modal, type ModalOptions } from '@latchkey/modal'
import { createModal as createModalWithRenderer, defineLatchkeyButton } from '@latchkey/modal/element'
import { useLatchkey } from '@latchkey/modal/react'
import { latchkeyConnector } from '@latchkey/modal/wagmi'

const options: ModalOptions = {
  projectId: 'demo',
  frameUrl: 'https://wallet.example.com',
  apiUrl: 'https://api.example.com',
  networks: ['eip155:1'],
  metadata: { name: 'Types' },
}
// @ts-expect-error: a CAIP-2 id has its namespace
export const wrong: ModalOptions = { ...options, networks: ['mainnet'] }
export const modals: Modal[] = [createModal(options), createModalWithRenderer(options)]
export const useAddress = (modal: Modal): `0x${string}` | null => useLatchkey(modal, 'eip155').address
export const connector = latchkeyConnector(createModal(options))
export const define = (): void => defineLatchkeyButton()
export const modalOf = (document: Document): Modal | null => document.querySelector('latchkey-button')?.modal ?? null
