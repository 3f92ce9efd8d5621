import { configName, failure, offer, type ScreenNotice, screenNotice, type WorkerLife } from '@latchkey/vault-protocol'
import type { ScreenSurroundings, Screens } from '../screens/openScreens.ts'
import { wipeBuffers } from '../screens/wipeBuffers.ts'

/** The vault's other scripts, each of which runs only on demand. */
export type VaultScripts = {
  startWorker(): Worker
  /** Starts the worker that derives a secret from a passphrase; one derivation each. */
  startKdf(): Worker
  /** Rejects when the script cannot be loaded; may be retried. */
  loadScreens(): Promise<(surroundings: ScreenSurroundings) => Screens | Promise<Screens>>
}

/**
 * Starts the vault document. It serves only the wallet origin: it takes one MessagePort, in one message, from its parent, and passes it
 * with the configuration to its worker, which holds the keys. It reads no other message of a window and keeps nothing. The screens show the
 * worker's prompts.
 */
export const startVaultDocument = (window: Window, scripts: VaultScripts): void => {
  const { parent, document, location } = window
  const config = document.querySelector<HTMLMetaElement>(`meta[name="${configName}"]`)?.content ?? '{}'
  const { walletOrigin } = JSON.parse(config) as { walletOrigin?: unknown }
  if (typeof walletOrigin !== 'string' || parent === window) return
  // Not supported everywhere; without it, only the origin of the message decides.
  if (location.ancestorOrigins?.length && location.ancestorOrigins[0] !== walletOrigin) return

  const worker = scripts.startWorker()
  const fail = (): void => parent.postMessage(failure, walletOrigin)
  worker.addEventListener('error', fail)
  worker.addEventListener('messageerror', fail)
  const accept = ({ source, origin, data, ports: [port, ...others] }: MessageEvent): void => {
    if (source !== parent || origin !== walletOrigin || data !== offer) return
    if (port === undefined || others.length > 0) return
    window.removeEventListener('message', accept)
    worker.postMessage(config, [port])
  }
  window.addEventListener('message', accept)

  let screens: Promise<Screens> | null = null
  const load = async (): Promise<Screens> => {
    const openScreens = await scripts.loadScreens()
    return openScreens({
      window,
      isOwnWindow: parent === window.top,
      startKdf: scripts.startKdf,
      reply: (answer, buffers) => worker.postMessage(answer, buffers),
      tell: (height) => parent.postMessage({ type: screenNotice, height } satisfies ScreenNotice, walletOrigin),
    })
  }
  worker.addEventListener('message', async ({ data }) => {
    if (isLife(data)) return void window.navigator.locks.request(data.lock, fail)
    screens ??= load()
    try {
      ;(await screens).receive(data)
    } catch {
      screens = null
      wipeBuffers(data)
      worker.postMessage({ id: data?.id, refused: 'FRAME_LOAD_FAILED' })
    }
  })
}

const isLife = (data: unknown): data is WorkerLife =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'life'
