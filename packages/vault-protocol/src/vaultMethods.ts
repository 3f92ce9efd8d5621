import { walletHistory, walletRecord } from '@latchkey/api-client'
import * as z from 'zod/mini'
import { appearance } from './appearance.ts'

/**
 * What the wallet document may ask of the vault: the whole surface, one row a method, fifteen at most. The worker
 * parses each argument with its row; the guarded endpoint lets nothing else through. Bytes travel as ArrayBuffers,
 * sealed shares as base64url; no key, share or code ever leaves in the clear. What a person has to type or read, the
 * vault's own document asks and shows (`screens/`): such a call takes as long as the person does, is one at a time
 * (WALLET_BUSY), and fails with USER_REJECTED when they decline.
 */

const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]*$/), z.maxLength(22_000))
const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
const evmAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
/** Compared with the accounts there are, letter by letter. */
const solanaAddress = z.string().check(z.maxLength(44))
const sealedShare = base64url
/** 16 bytes. */
const shareNonce = z.string().check(z.regex(/^[\w-]{22}$/))
const bytes = z.instanceof(ArrayBuffer).check(z.refine((buffer) => buffer.byteLength <= 262_144))

/**
 * The wallet this device is enrolled for. `pending`: made or recovered here, not yet confirmed as committed by the
 * authorities; its addresses must not be shown.
 */
export const deviceWallet = z.object({ record: walletRecord, state: z.enum(['pending', 'ready']) })

/** `addressesToProve` of `@latchkey/api-client`. */
const addressProofs = z.array(base64url)

const sealedRecoveryPair = { sealedRecoveryShare: sealedShare, sealedRecoveryAuthShare: sealedShare }

/**
 * What a service that was restored from a backup may have lost of this device's wallet, oldest first: every record with its signature,
 * whichever device made it, and the sealed shares that this device has sent, as far as they go with the newest record.
 */
export const sentUpload = z.object({
  record: walletRecord,
  upload: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('created'),
      /** Missing in what was sent before wallets proved their addresses: services that have lost it can't take it again. */
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

/** What the vault reports about the device and its wallet, without secrets. */
export const vaultStatus = z.object({
  /** RFC 7638 thumbprint of the device key; null before the first `openDevice`. */
  deviceId: z.nullable(z.string()),
  wallet: z.nullable(deviceWallet),
  unlocked: z.boolean(),
  /** Only when it is asked for. */
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
  /** The unsigned serialisation of a transaction of type 0, 1 or 2, every field filled. */
  z.object({ kind: z.literal('transaction'), address: evmAddress, unsigned: bytes }),
  /**
   * EIP-7702: from now on the account runs the code of the one implementation that the vault itself names, on one chain (0
   * would be every chain). `nonce`: the account's next one.
   */
  z.object({
    kind: z.literal('authorization'),
    address: evmAddress,
    chainId: z.number().check(z.int(), z.positive()),
    nonce: z.number().check(z.int(), z.nonnegative()),
  }),
  /** Ed25519: a message's bytes as they are, or a transaction of Solana in its wire form, whatever signatures it has. */
  z.object({ kind: z.enum(['solanaMessage', 'solanaTransaction']), address: solanaAddress, content: bytes }),
])
/** A parsed request to sign. */
export type Signable = z.output<typeof signable>
/** What an Ed25519 key signs. */
export type SolanaSignable = Extract<Signable, { kind: `solana${string}` }>
/** What a secp256k1 key signs. */
export type EvmSignable = Exclude<Signable, SolanaSignable>

/**
 * `rotate`: a new vault key K, and with it new shares; addresses and way of recovery stay. `recovery`: another way of
 * recovery. `import`: another source of accounts, which the person types.
 */
export const walletChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rotate') }),
  z.object({ kind: z.literal('recovery'), to: z.enum(['automatic', 'passphrase', 'passkey']) }),
  z.object({ kind: z.literal('import'), from: z.enum(['mnemonic', 'evmKey', 'solanaKey']) }),
])
/** A parsed change to a wallet's record. */
export type WalletChange = z.output<typeof walletChange>

const history = z.optional(walletHistory)

/** This device's auth share as the api has just released it, for one use, the `expectShare` that it answers, and the newest records. */
const releasedShare = { sealedAuthShare: sealedShare, nonce: shareNonce, history }
/** The same with the newest record, and how to ask the person. */
const released = { ...releasedShare, record: walletRecord, appearance }

/** The input and output of each call; the worker answers no others. */
export const vaultMethods = {
  /** Where the vault stands; makes nothing. `sent`: with the uploads of the wallet that is ready. */
  status: { input: z.optional(z.object({ with: z.literal('sent') })), output: vaultStatus },
  /** Make the device key and the HPKE key unless they exist. */
  openDevice: { input: z.undefined(), output: z.object({ deviceId: z.string() }) },
  /**
   * A device proof (`DeviceProofClaims`) for one call of one authority; the vault knows their addresses itself. This and
   * all that follows needs the device's keys: PROOF_INVALID before `openDevice`.
   */
  proveDevice: {
    input: z.object({
      authority: z.enum(['api', 'custody']),
      method: z.enum(['GET', 'POST', 'PUT']),
      /** As it is sent: of what a URL writes in percent, only the colons of an account (CAIP-10). */
      path: z.string().check(z.maxLength(512), z.regex(/^\/(?:[\w/.-]|%3A)*$/)),
      bodySha256: base64url,
      accessTokenSha256: z.optional(base64url),
      nonce: z.optional(z.string().check(z.maxLength(256))),
    }),
    output: z.object({ proof: z.string() }),
  },
  /**
   * Wait for one share of the api: `nonce` is to be released with it. The vault takes no other than those that it waits
   * for, each once, within two minutes, and at most eight at a time; when it is locked it waits for none. What was released
   * before and kept by somebody is so worth nothing: VAULT_LOCKED of the methods that take one.
   * `since`: the first revision that the api is to send with it, of the records that this device keeps.
   */
  expectShare: { input: z.undefined(), output: z.object({ nonce: shareNonce, since: z.optional(z.number()) }) },
  /**
   * Use the wallet that this device has ready for this user, if there is one; that of another user is put by until they come back. Locks
   * the vault when it changes anything.
   */
  useWalletOf: { input: z.object({ userId: uuid }), output: z.undefined() },
  /**
   * New entropy, key K, both share pairs and the record. Repeating it, also after a restart, answers the same pending
   * wallet. WALLET_EXISTS when this device holds the user's committed wallet already.
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
   * Rebuild K from the recovery pair, check it against the record, and make a fresh pair for this device, each time; a pair that the
   * device has already stays usable until the new one is confirmed. The api takes the share in the session of `sessionId` only.
   * A newer record of the same wallet and vault key that the device holds stays in force, as with `unlock`.
   * SHARE_INVALID and VAULT_LOCKED leave everything as it was. WALLET_ONLY_HERE when the device would lose what this record lacks:
   * another wallet of the same user, a newer key, an account, or a change that it doesn't follow from. Where recovery is the person's own they are asked, again
   * and again until what they give opens the share; RECOVERY_NEEDED when there is no `appearance` to ask them in.
   */
  recoverWallet: {
    input: z.object({
      record: walletRecord,
      sealedRecoveryShare: sealedShare,
      sealedRecoveryAuthShare: sealedShare,
      /** The `expectShare` that the api's half answers. */
      nonce: shareNonce,
      /** As the api released its half. */
      sessionId: uuid,
      history,
      appearance: z.optional(appearance),
    }),
    output: z.object({ sealedAuthShare: sealedShare }),
  },
  /**
   * The authorities have committed what `createWallet` or `recoverWallet` returned. The wallet is then unlocked, unless
   * the vault was restarted or locked in between: see `status`. WALLET_NOT_FOUND for another wallet.
   */
  confirmWallet: { input: z.object({ walletId: uuid }), output: z.undefined() },
  /**
   * Rebuild K from the device share and the auth share, and open the record. Opens a pending wallet too, which makes it
   * ready: only the api can release that share, once it has committed it. A `record` of the same wallet and vault key
   * that is as new as the one held, or newer, is opened and kept in its stead; another is ignored. SHARE_INVALID,
   * VAULT_LOCKED, WALLET_NOT_FOUND; WALLET_ONLY_HERE when that record lacks an account, or doesn't follow from the one held.
   */
  unlock: {
    input: z.object({ ...releasedShare, record: z.optional(walletRecord) }),
    output: z.undefined(),
  },
  /**
   * Prepare a change of the wallet, with a share that was released for `change`. What it returns is to be committed at
   * the authorities; then `unlock`, with the share and the record that the api gives, makes it good here: another tab may
   * have prepared another change meanwhile, and only the api can say which of them it has committed. Repeating the same
   * change within ten minutes answers the same and asks nobody.
   * SHARE_INVALID, VAULT_LOCKED, WALLET_NOT_FOUND, WALLET_CHANGED when another tab was faster, WALLET_FULL.
   */
  changeWallet: {
    input: z.object({ ...released, change: walletChange }),
    output: z.object({
      record: walletRecord,
      /** By the wallet itself, of this very record (`replaceWallet`). */
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
   * Show the person their words and keys, for fifteen minutes at most, with a share that was released for `export`. `seen`:
   * at least one. UNAUTHORIZED unless the wallet document is a window of its own.
   */
  revealKeys: { input: z.object(released), output: z.object({ seen: z.boolean() }) },
  /** A recovery file (`custody/recoveryFile.ts`) under a passphrase that the person chooses; a share for `export`. */
  makeRecoveryFile: { input: z.object(released), output: z.object({ file: z.instanceof(ArrayBuffer) }) },
  /** Take down the screen that is up, if any: the call that asked fails with USER_REJECTED. */
  closeScreen: { input: z.undefined(), output: z.undefined() },
  /** Zero what is in memory, and wait for no share. */
  lock: { input: z.undefined(), output: z.undefined() },
  /**
   * Zero memory and delete device keys, device share and record, here and in other tabs of the partition. Wallets of other users stay, with
   * the device keys under which they lie: those that were put by, and the one in use when another tab has signed its user in meanwhile.
   *
   * `wallet`: the record that the services have now. Without it, and where it lacks something of this device's own, the user's wallet is put
   * by too, without the device share, until they sign in again: it may be the only copy.
   */
  forgetDevice: { input: z.object({ userId: uuid, wallet: z.optional(walletRecord) }), output: z.undefined() },
  /**
   * Sign what was shown. `signature`: 65 bytes r, s, v (27 or 28), for an EVM transaction the whole signed serialisation;
   * on Solana always 64 bytes (RFC 8032), for a transaction those of its slot.
   * VAULT_LOCKED; UNAUTHORIZED for an address that is not in the record, or that has no slot in a transaction of Solana;
   * DISGUISED_TRANSACTION for a message that is one; else what the codecs of `@latchkey/chains` throw.
   */
  sign: { input: signable, output: z.object({ signature: z.instanceof(ArrayBuffer) }) },
} as const satisfies Record<string, { input: z.ZodMiniType; output: z.ZodMiniType }>

/** The name of a call to the vault. */
export type VaultMethod = keyof typeof vaultMethods
/**
 * The vault as the wallet document sees it. Each call rejects with an AppError of the catalogue; beside those named at
 * the rows: STORAGE_BLOCKED, INVALID_PARAMS, DISCONNECTED, TIMEOUT, INTERNAL.
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
  /** HPKE public keys of the authorities (uncompressed P-256, base64url): shares are sealed to these and no others. */
  apiHpkePublicKey: base64url,
  custodyHpkePublicKey: base64url,
})
/** The parsed configuration of a vault document. */
export type VaultConfig = z.output<typeof vaultConfig>
