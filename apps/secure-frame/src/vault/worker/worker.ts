import * as z from 'zod/mini'
import { createVault } from '../custody/createVault.ts'
import { vaultConfig } from '../vaultMethods.ts'
import { exposeVault } from './exposeVault.ts'
import { browserPlatform } from './platform.ts'

/** The document's one message: configuration and port. */
addEventListener(
  'message',
  ({ data, ports: [port] }) => {
    if (port === undefined) return
    const config = z.parse(vaultConfig, JSON.parse(data))
    exposeVault(createVault({ config, ...browserPlatform() }), port)
  },
  { once: true },
)
