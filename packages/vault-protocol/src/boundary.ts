/**
 * How a wallet document connects to a vault document. The wallet document frames `vaultPath`, and after its load posts `offer` with one
 * MessagePort to the exact vault origin; calls then use the port. The vault document posts to the exact wallet origin `failure` if its
 * worker fails, and a `ScreenNotice` whenever it shows the user a screen, changes its height, or closes it.
 */

/** Path of the vault document on the vault origin; `projectId` in its query decides which pages may embed it. */
export const vaultPath = '/vault'
/** The message with which the wallet document sends the vault a MessagePort. */
export const offer = 'latchkey-vault/offer'
/** The message with which the vault document reports that its worker failed. */
export const failure = 'latchkey-vault/failure'
/** The `type` of a `ScreenNotice`. */
export const screenNotice = 'latchkey-vault/screen'
/** `height`: the height that the screen needs, in CSS pixels; null when there is none. */
export type ScreenNotice = { type: typeof screenNotice; height: number | null }
/** From the worker to its document: the Web Lock that the worker holds while it runs. */
export type WorkerLife = { type: 'life'; lock: string }
/** `name` of the meta element whose content is a `VaultConfig` in JSON. */
export const configName = 'latchkey-vault'
