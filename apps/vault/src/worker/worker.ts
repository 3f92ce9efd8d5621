import { vaultConfig, type WorkerLife } from '@latchkey/vault-protocol'
import * as z from 'zod/mini'
import { createVault } from '../custody/createVault.ts'
import { askDocument, type DocumentLine } from '../screens/askDocument.ts'
import { exposeVault } from './exposeVault.ts'
import { browserPlatform } from './platform.ts'

declare const self: DocumentLine & { postMessage(message: WorkerLife): void }

/**
 * A worker that ends, by a crash or for want of memory, tells nobody. So it holds a lock of its own for as long as it lives,
 * and names it to its document, which asks for the same lock: it gets it when the worker is gone. Where the browser gives no
 * locks it gives no storage either, and every call says so.
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

/** The document's first message: configuration and port. Those that follow answer what the person was asked. */
addEventListener(
  'message',
  ({ data, ports: [port] }) => {
    if (port === undefined) return
    const config = z.parse(vaultConfig, JSON.parse(data))
    exposeVault(createVault({ config, person, ...browserPlatform() }), port)
  },
  { once: true },
)
