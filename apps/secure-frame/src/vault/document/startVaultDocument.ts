import { configName, failure, offer } from '../boundary.ts'

/**
 * The vault document. It serves the wallet origin and nobody else: it takes one MessagePort, in one message, from its
 * parent, and hands it with the configuration to its worker, which holds the keys. It reads no other message and keeps
 * nothing.
 */
export const startVaultDocument = (window: Window, startWorker: () => Worker): void => {
  const { parent, document, location } = window
  const config = document.querySelector<HTMLMetaElement>(`meta[name="${configName}"]`)?.content ?? '{}'
  const { walletOrigin } = JSON.parse(config) as { walletOrigin?: unknown }
  if (typeof walletOrigin !== 'string' || parent === window) return
  // Not in every engine; where it is missing, the origin of the message decides alone.
  if (location.ancestorOrigins?.length && location.ancestorOrigins[0] !== walletOrigin) return

  const worker = startWorker()
  worker.addEventListener('error', () => parent.postMessage(failure, walletOrigin))
  worker.addEventListener('messageerror', () => parent.postMessage(failure, walletOrigin))
  const accept = ({ source, origin, data, ports: [port, ...others] }: MessageEvent): void => {
    if (source !== parent || origin !== walletOrigin || data !== offer) return
    if (port === undefined || others.length > 0) return
    window.removeEventListener('message', accept)
    worker.postMessage(config, [port])
  }
  window.addEventListener('message', accept)
}
