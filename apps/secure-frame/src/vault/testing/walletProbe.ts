import { connectVault } from '../client/connectVault.ts'
import { createVaultStage } from '../client/createVaultStage.ts'
import { attacks } from './attacks.ts'

/** What a test finds in the page that stands for the wallet document. */
const probe = { connectVault, createVaultStage, attacks }
export type Probe = typeof probe

Object.assign(globalThis, { probe })
