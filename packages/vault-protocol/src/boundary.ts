/**
 * How a wallet document and a vault document find each other. The wallet document frames `vaultPath`, and when it has
 * loaded posts `offer` with one MessagePort to the exact vault origin; calls then run over the port. To the exact wallet
 * origin the vault document posts `failure` if its worker fails, and a `ScreenNotice` whenever it shows the person a
 * screen, changes its height, or takes it down.
 */

/** Path of the vault document on the vault origin; `projectId` in its query decides which pages may embed it. */
export const vaultPath = '/vault'
/** The message with which the wallet document hands the vault a MessagePort. */
export const offer = 'latchkey-vault/offer'
/** The message with which the vault document reports that its worker failed. */
export const failure = 'latchkey-vault/failure'
/** The `type` of a `ScreenNotice`. */
export const screenNotice = 'latchkey-vault/screen'
/** `height`: what the screen needs, in CSS pixels; null when there is none. */
export type ScreenNotice = { type: typeof screenNotice; height: number | null }
/** Worker to its document: the Web Lock that the worker holds while it lives. */
export type WorkerLife = { type: 'life'; lock: string }
/** `name` of the meta element whose content is a `VaultConfig` in JSON. */
export const configName = 'latchkey-vault'
