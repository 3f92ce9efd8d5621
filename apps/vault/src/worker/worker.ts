import { vaultConfig, type WorkerLife } from '@latchkey/vault-protocol'
import * as z from 'zod/mini'
import { createVault } from '../custody/createVault.ts'
import { askDocument, type DocumentLine } from '../screens/askDocument.ts'
import { exposeVault } from './exposeVault.ts'
import { browserPlatform } from './platform.ts'
import { showLife } from './showLife.ts'

declare const self: DocumentLine & { postMessage(message: WorkerLife): void }
const person = askDocument(self)
showLife((life) => self.postMessage(life))

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
