import type { WalletRecord } from '@latchkey/api-client'
import type { Appearance, Vault } from '@latchkey/vault-protocol'
import type { CallApi } from './callApi.ts'

/** A finished login, from which a device is enrolled. */
export type Enrolment = {
  vault: Vault
  api: CallApi
  userId: string
  /** The person's wallet as the api knows it when they log in; null when there is none yet. */
  wallet: WalletRecord | null
  /** Of the api's session that this login has opened. */
  accessToken: string
  /** Reaches this person's recovery share at the custody service. */
  custodyToken: string
  /** How the vault may ask the person for what recovers their wallet; undefined where it may not. */
  appearance?: Appearance | undefined
  /** Called when custody doesn't take a recovery share that it may lack. */
  onRefused: (error: unknown) => void
}
