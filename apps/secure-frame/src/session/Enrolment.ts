import type { WalletRecord } from '@latchkey/api-client'
import type { Appearance, Vault } from '@latchkey/vault-protocol'
import type { CallApi } from './callApi.ts'

/** A finished login, from which a device is enrolled. */
export type Enrolment = {
  vault: Vault
  api: CallApi
  userId: string
  /** The user's wallet as the API knows it at sign-in; null when there is none yet. */
  wallet: WalletRecord | null
  /** The API session that this login has opened. */
  accessToken: string
  /** Reaches this user's recovery share at the custody service. */
  custodyToken: string
  /** The theme for the vault's questions when the user recovers their wallet; undefined where it may not ask. */
  appearance?: Appearance | undefined
  /** Called when custody doesn't take a recovery share that it may lack. */
  onRefused: (error: unknown) => void
}
