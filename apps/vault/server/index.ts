/** The vault origin, for the server that listens for it: its files, its document, its policies. */
export { createVaultApp, type SealingKeys } from './createVaultApp.ts'
export { type BuiltVault, readVault } from './readVault.ts'
