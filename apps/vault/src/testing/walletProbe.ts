import { connectVault, createVaultStage } from '@latchkey/vault-protocol'
import { attacks } from './attacks.ts'

/** The test's globals in the page that stands in for the wallet document. */
const probe = { connectVault, createVaultStage, attacks }
export type Probe = typeof probe

Object.assign(globalThis, { probe })
