import { connectVault, createVaultStage } from '@latchkey/vault-protocol'
import { attacks } from './attacks.ts'

/** What a test finds in the page that stands for the wallet document. */
const probe = { connectVault, createVaultStage, attacks }
export type Probe = typeof probe

Object.assign(globalThis, { probe })
