/**
 * How a wallet document and a vault document find each other. The wallet document frames `vaultPath`, and when it has
 * loaded posts `offer` with one MessagePort to the exact vault origin; calls then run over the port. If the worker
 * fails, the vault document posts `failure` to the exact wallet origin.
 */

/** Path of the vault document on the vault origin; `projectId` in its query decides which pages may embed it. */
export const vaultPath = '/vault'
export const offer = 'latchkey-vault/offer'
export const failure = 'latchkey-vault/failure'
/** `name` of the meta element whose content is a `VaultConfig` in JSON. */
export const configName = 'latchkey-vault'
