import type { WalletHistory, WalletRecord } from '@latchkey/api-client'
import type { SentUpload, WalletChange } from '@latchkey/vault-protocol'
import type { Bytes } from '../secrets.ts'

/** The device's own keys. All private halves are non-extractable: script can use them but never read them. */
export type DeviceKeys = {
  /** ECDSA P-256: signs device proofs. */
  signing: CryptoKeyPair
  /** ECDH P-256: shares are sealed to it. */
  hpke: CryptoKeyPair
  /** AES-256-GCM: wraps the device share at rest. */
  wrapping: CryptoKey
}

/** A device's enrolment in one wallet. */
export type Enrolment = {
  record: WalletRecord
  /** The device share under `DeviceKeys.wrapping`: nonce, then ciphertext and tag. */
  wrappedDeviceShare: Bytes
}

/** `sent`: for services that were restored from an older backup (`sentUpload`). */
export type ReadyEnrolment = Enrolment & { sent?: readonly SentUpload[] }

/** An enrolment that the authorities have not confirmed, with its upload: a restart after a crash sends the same again. */
export type PendingEnrolment = Enrolment & {
  upload:
    | {
        kind: 'created'
        addressProofs: string[]
        sealedAuthShare: string
        sealedRecoveryShare: string
        sealedRecoveryAuthShare: string
      }
    | { kind: 'recovered'; sealedAuthShare: string; history?: WalletHistory | undefined }
    | {
        kind: 'changed'
        change: WalletChange
        /** Milliseconds since 1970. */
        atMs: number
        signature: string
        /** With more addresses. */
        addressProofs?: string[]
        /** With a new vault key. */
        sealedAuthShare?: string
        /** With a new recovery pair. */
        recovery?: { sealedRecoveryShare: string; sealedRecoveryAuthShare: string }
      }
}

/**
 * All of the vault's data. `others`: wallets that were ready here and aren't in use, the newest last: of other users, and of users who
 * signed out when the services may have lacked something (`signedOut`). Only a sign-out of their own user deletes them. A `ready` enrolment
 * stays usable while a `pending` one for the same wallet awaits its confirmation; they are never for different wallets.
 */
export type VaultContents = {
  device: DeviceKeys | null
  ready: ReadyEnrolment | null
  pending: PendingEnrolment | null
  others?: readonly ReadyEnrolment[]
}

export const emptyContents: VaultContents = { device: null, ready: null, pending: null }

/**
 * Stores the contents. They are one value that changes in one transaction, so that a crash leaves either the old or the new. Every call
 * rejects with STORAGE_BLOCKED when the browser refuses storage.
 */
export interface VaultStorage {
  /** Returns the latest committed contents; `emptyContents` before the first change. */
  read(): Promise<VaultContents>
  /** Replaces the contents by `change(latest)`; two callers never see the same `latest`. Resolves once it is durable. */
  update(change: (latest: VaultContents) => VaultContents): Promise<VaultContents>
}
