import { walletHistory, walletRecord } from '@latchkey/api-client'
import * as z from 'zod/mini'
import { appearance } from './appearance.ts'

/**
 * The vault's methods, its whole interface: one row each, fifteen at most. The worker parses each argument with its row; the guarded
 * endpoint rejects anything else. Bytes travel as ArrayBuffers, sealed shares as base64url; no key, share or code ever leaves unencrypted.
 * Whatever the user types or reads is shown by the vault's own document (`screens/`): such a call takes as long as the user does, only one
 * can run at a time (WALLET_BUSY), and it fails with USER_REJECTED when the user declines.
 */

const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]*$/), z.maxLength(22_000))
const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
const evmAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
/** Compared exactly with the existing accounts. */
const solanaAddress = z.string().check(z.maxLength(44))
const sealedShare = base64url
/** 16 bytes. */
const shareNonce = z.string().check(z.regex(/^[\w-]{22}$/))
const bytes = z.instanceof(ArrayBuffer).check(z.refine((buffer) => buffer.byteLength <= 262_144))

/**
 * The wallet that this device is enrolled for. `pending`: created or recovered here, but not yet confirmed as committed by the authorities;
 * its addresses must not be shown.
 */
export const deviceWallet = z.object({ record: walletRecord, state: z.enum(['pending', 'ready']) })

/** `addressesToProve` of `@latchkey/api-client`. */
const addressProofs = z.array(base64url)

const sealedRecoveryPair = { sealedRecoveryShare: sealedShare, sealedRecoveryAuthShare: sealedShare }

/**
 * What a service that was restored from a backup may have lost of this device's wallet, oldest first: every record with its signature,
 * whichever device made it, and the sealed shares that this device has sent, if they belong to the newest record.
 */
export const sentUpload = z.object({
  record: walletRecord,
  upload: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('created'),
      /** Missing in uploads from before wallets proved their addresses: services that have lost such an upload can't accept it again. */
      addressProofs: z.optional(addressProofs),
      sealedAuthShare: z.optional(sealedShare),
      sealedRecoveryShare: z.optional(sealedShare),
      sealedRecoveryAuthShare: z.optional(sealedShare),
    }),
    z.object({
      kind: z.literal('changed'),
      signature: base64url,
      addressProofs: z.optional(addressProofs),
      sealedAuthShare: z.optional(sealedShare),
      recovery: z.optional(z.object(sealedRecoveryPair)),
    }),
  ]),
})
/** A parsed upload that this device has sent. */
export type SentUpload = z.output<typeof sentUpload>

/** The vault's state of the device and its wallet, without secrets. */
export const vaultStatus = z.object({
  /** RFC 7638 thumbprint of the device key; null before the first `openDevice`. */
  deviceId: z.nullable(z.string()),
  wallet: z.nullable(deviceWallet),
  unlocked: z.boolean(),
  /** Only when requested. */
  sent: z.optional(z.array(sentUpload)),
})
/** The parsed status of the vault. */
export type VaultStatus = z.output<typeof vaultStatus>

/** Content, not digests: the vault computes what it signs from what the approval screen showed. */
export const signable = z.discriminatedUnion('kind', [
  /** EIP-191 `personal_sign` over the message's bytes. */
  z.object({ kind: z.literal('personalMessage'), address: evmAddress, message: bytes }),
  /** EIP-712; the canonical JSON text of the typed data. */
  z.object({ kind: z.literal('typedData'), address: evmAddress, typedData: z.string().check(z.maxLength(262_144)) }),
  /** The unsigned serialization of a transaction of type 0, 1 or 2, with every field filled. */
  z.object({ kind: z.literal('transaction'), address: evmAddress, unsigned: bytes }),
  /**
   * EIP-7702: the account runs the code of the one implementation that the vault itself allows, on one chain (0 would be every chain).
   * `nonce`: the account's next one.
   */
  z.object({
    kind: z.literal('authorization'),
    address: evmAddress,
    chainId: z.number().check(z.int(), z.positive()),
    nonce: z.number().check(z.int(), z.nonnegative()),
  }),
  /** Ed25519: a message's unchanged bytes, or a Solana transaction in wire form, with whatever signatures it has. */
  z.object({ kind: z.enum(['solanaMessage', 'solanaTransaction']), address: solanaAddress, content: bytes }),
])
/** A parsed request to sign. */
export type Signable = z.output<typeof signable>
/** A request to an Ed25519 key. */
export type SolanaSignable = Extract<Signable, { kind: `solana${string}` }>
/** A request to a secp256k1 key. */
export type EvmSignable = Exclude<Signable, SolanaSignable>

/**
 * `rotate`: a new vault key K, and with it new shares; addresses and recovery method stay. `recovery`: another recovery method. `import`:
 * another source of accounts, which the user types.
 */
export const walletChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rotate') }),
  z.object({ kind: z.literal('recovery'), to: z.enum(['automatic', 'passphrase', 'passkey']) }),
  z.object({ kind: z.literal('import'), from: z.enum(['mnemonic', 'evmKey', 'solanaKey']) }),
])
/** A parsed change to a wallet's record. */
export type WalletChange = z.output<typeof walletChange>

const history = z.optional(walletHistory)

/** This device's auth share as the api has just released it, for one use, its `expectShare` nonce, and the newest records. */
const releasedShare = { sealedAuthShare: sealedShare, nonce: shareNonce, history }
/** The same with the newest record, and the appearance of the screens. */
const released = { ...releasedShare, record: walletRecord, appearance }

/** The input and output of each call; the worker answers no others. */
export const vaultMethods = {
  /** Returns the vault's state; creates nothing. `sent`: with the uploads of the wallet that is ready. */
  status: { input: z.optional(z.object({ with: z.literal('sent') })), output: vaultStatus },
  /** Creates the device key and the HPKE key unless they exist. */
  openDevice: { input: z.undefined(), output: z.object({ deviceId: z.string() }) },
  /**
   * Creates a device proof (`DeviceProofClaims`) for one call of one authority; the vault has their addresses itself. This and all
   * following methods need the device's keys: PROOF_INVALID before `openDevice`.
   */
  proveDevice: {
    input: z.object({
      authority: z.enum(['api', 'custody']),
      method: z.enum(['GET', 'POST', 'PUT']),
      /** As sent: the only percent-encoding allowed is that of colons in an account (CAIP-10). */
      path: z.string().check(z.maxLength(512), z.regex(/^\/(?:[\w/.-]|%3A)*$/)),
      bodySha256: base64url,
      accessTokenSha256: z.optional(base64url),
      nonce: z.optional(z.string().check(z.maxLength(256))),
    }),
    output: z.object({ proof: z.string() }),
  },
  /**
   * Waits for one share of the api, to be released with `nonce`. The vault accepts only the shares that it waits for, each once, within two
   * minutes, and at most eight at a time; locking it ends all waits. A stored copy of an earlier share is therefore worthless: methods that
   * take one fail with VAULT_LOCKED. `since`: the first revision that the api must send with it, of the records that this device keeps.
   */
  expectShare: { input: z.undefined(), output: z.object({ nonce: shareNonce, since: z.optional(z.number()) }) },
  /**
   * Uses the wallet that this device has ready for this user, if there is one; another user's wallet is set aside until they return. Locks
   * the vault when it changes anything.
   */
  useWalletOf: { input: z.object({ userId: uuid }), output: z.undefined() },
  /**
   * Creates new entropy, key K, both share pairs and the record. Repeating it, also after a restart, returns the same pending wallet.
   * WALLET_EXISTS when this device already holds the user's committed wallet.
   */
  createWallet: {
    input: z.object({ userId: uuid }),
    output: z.object({
      record: walletRecord,
      addressProofs,
      sealedAuthShare: sealedShare,
      sealedRecoveryShare: sealedShare,
      sealedRecoveryAuthShare: sealedShare,
    }),
  },
  /**
   * Rebuilds K from the recovery pair, checks it against the record, and creates a new pair for this device each time; an existing pair of
   * the device stays usable until the new one is confirmed. The api accepts the share only in the session `sessionId`. If the device holds
   * a newer record of the same wallet and vault key, that stays in use, as with `unlock`. SHARE_INVALID and VAULT_LOCKED change nothing.
   * WALLET_ONLY_HERE when the device would lose what this record lacks: another wallet of the same user, a newer key, an account, or a
   * change that it doesn't follow from. For a recovery method with a user's secret, the user is asked until the secret opens the share;
   * RECOVERY_NEEDED when there is no `appearance` to ask in.
   */
  recoverWallet: {
    input: z.object({
      record: walletRecord,
      sealedRecoveryShare: sealedShare,
      sealedRecoveryAuthShare: sealedShare,
      /** The `expectShare` nonce of the api's half. */
      nonce: shareNonce,
      /** The session in which the api released its half. */
      sessionId: uuid,
      history,
      appearance: z.optional(appearance),
    }),
    output: z.object({ sealedAuthShare: sealedShare }),
  },
  /**
   * Confirms that the authorities have committed the result of `createWallet` or `recoverWallet`. The wallet is then unlocked, unless the
   * vault was restarted or locked in between: see `status`. WALLET_NOT_FOUND for another wallet.
   */
  confirmWallet: { input: z.object({ walletId: uuid }), output: z.undefined() },
  /**
   * Rebuilds K from the device share and the auth share, and opens the record. Also opens a pending wallet, which makes it ready: the api
   * can only release that share after committing it. A `record` of the same wallet and vault key that is at least as new as the stored one
   * is opened and replaces it; any other is ignored. SHARE_INVALID, VAULT_LOCKED, WALLET_NOT_FOUND; WALLET_ONLY_HERE when that record lacks
   * an account, or doesn't follow from the stored one.
   */
  unlock: {
    input: z.object({ ...releasedShare, record: z.optional(walletRecord) }),
    output: z.undefined(),
  },
  /**
   * Prepares a change of the wallet, with a share that was released for `change`. Commit the result at the authorities; then `unlock`, with
   * the share and the record from the api, applies it here: another tab may have prepared another change in the meantime, and only the api
   * knows which one it has committed. Repeating the same change within ten minutes returns the same without asking the user. SHARE_INVALID,
   * VAULT_LOCKED, WALLET_NOT_FOUND, WALLET_CHANGED when another tab was faster, WALLET_FULL.
   */
  changeWallet: {
    input: z.object({ ...released, change: walletChange }),
    output: z.object({
      record: walletRecord,
      /** Made by the wallet itself, for this very record (`replaceWallet`). */
      signature: base64url,
      /** With more addresses. */
      addressProofs: z.optional(addressProofs),
      /** With a new vault key. */
      sealedAuthShare: z.optional(sealedShare),
      /** With a new vault key or another way of recovery. */
      recovery: z.optional(z.object(sealedRecoveryPair)),
    }),
  },
  /**
   * Shows the user their recovery phrase and keys, for up to fifteen minutes, with a share that was released for `export`. `seen`: at least
   * one. UNAUTHORIZED unless the wallet document is a top-level window.
   */
  revealKeys: { input: z.object(released), output: z.object({ seen: z.boolean() }) },
  /** Creates a recovery file (`custody/recoveryFile.ts`) under a passphrase that the user chooses; needs a share for `export`. */
  makeRecoveryFile: { input: z.object(released), output: z.object({ file: z.instanceof(ArrayBuffer) }) },
  /** Closes the screen that is shown, if any: its call fails with USER_REJECTED. */
  closeScreen: { input: z.undefined(), output: z.undefined() },
  /** Zeroes keys in memory, and ends all waits for shares. */
  lock: { input: z.undefined(), output: z.undefined() },
  /**
   * Zeroes memory and deletes device keys, device share and record, here and in other tabs of the partition. Other users' wallets stay,
   * with the device keys that encrypt them: those that were set aside, and the current one if another tab has signed its user in in the
   * meantime.
   *
   * `wallet`: the services' current record. Without it, and if it lacks something that only this device has, the user's wallet is set aside
   * too, without the device share, until they sign in again: it may be the only copy.
   */
  forgetDevice: { input: z.object({ userId: uuid, wallet: z.optional(walletRecord) }), output: z.undefined() },
  /**
   * Signs what was shown. `signature`: 65 bytes r, s, v (27 or 28), for an EVM transaction the whole signed serialization; on Solana always
   * 64 bytes (RFC 8032), for a transaction those of its slot. VAULT_LOCKED; UNAUTHORIZED for an address that isn't in the record, or has no
   * slot in a Solana transaction; DISGUISED_TRANSACTION for a message that is a transaction; otherwise what the codecs of
   * `@latchkey/chains` throw.
   */
  sign: { input: signable, output: z.object({ signature: z.instanceof(ArrayBuffer) }) },
} as const satisfies Record<string, { input: z.ZodMiniType; output: z.ZodMiniType }>

/** The name of a call to the vault. */
export type VaultMethod = keyof typeof vaultMethods
/**
 * The vault as the wallet document sees it. Each call rejects with an AppError of the catalogue; in addition to those listed at the rows:
 * STORAGE_BLOCKED, INVALID_PARAMS, DISCONNECTED, TIMEOUT, INTERNAL.
 */
export type Vault = {
  [name in VaultMethod]: (
    input: z.input<(typeof vaultMethods)[name]['input']>,
  ) => Promise<z.output<(typeof vaultMethods)[name]['output']>>
}

/** Public facts that the vault document carries for its worker; set by the server of the vault origin, never by a caller. */
export const vaultConfig = z.object({
  walletOrigin: z.string(),
  apiUrl: z.string(),
  custodyUrl: z.string(),
  /** HPKE public keys of the authorities (uncompressed P-256, base64url): shares are sealed only to these. */
  apiHpkePublicKey: base64url,
  custodyHpkePublicKey: base64url,
})
/** The parsed configuration of a vault document. */
export type VaultConfig = z.output<typeof vaultConfig>
