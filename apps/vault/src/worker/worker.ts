import { vaultConfig, type WorkerLife } from '@latchkey/vault-protocol'
import * as z from 'zod/mini'
import { createVault } from '../custody/createVault.ts'
import { askDocument, type DocumentLine } from '../screens/askDocument.ts'
import { exposeVault } from './exposeVault.ts'
import { browserPlatform } from './platform.ts'

declare const self: DocumentLine & { postMessage(message: WorkerLife): void }

/**
 * A worker that ends, by a crash or for lack of memory, can't report it. So it holds a lock for as long as it runs, and names it to its
 * document, which requests the same lock and gets it when the worker is gone. A browser without locks has no storage either, and every call
 * reports that.
 */
const holdLivenessLock = (tellDocument: (life: WorkerLife) => void): void => {
  const lock = `latchkey-vault-life-${crypto.randomUUID()}`
  const forLife = (): Promise<never> => {
    tellDocument({ type: 'life', lock })
    return new Promise(() => undefined)
  }
  navigator.locks.request(lock, forLife).catch(() => undefined)
}

const person = askDocument(self)
holdLivenessLock((life) => self.postMessage(life))

/** The document's first message: configuration and port. Later ones answer the user's prompts. */
addEventListener(
  'message',
  ({ data, ports: [port] }) => {
    if (port === undefined) return
    const config = z.parse(vaultConfig, JSON.parse(data))
    exposeVault(createVault({ config, person, ...browserPlatform() }), port)
  },
  { once: true },
)
