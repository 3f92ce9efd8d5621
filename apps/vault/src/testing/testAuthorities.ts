import { createHash } from 'node:crypto'
import {
  addressesToProve,
  decodeBase64url,
  encodeBase64url,
  type WalletHistory,
  type WalletRecord,
  walletAddressText,
  walletChangeDigest,
} from '@latchkey/api-client'
import { checkProof, openShare, type ShareContext, type SharePurpose, sealShare } from '@latchkey/api-client/sealing'
import { parseBase58 } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { Vault, VaultConfig } from '@latchkey/vault-protocol'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, recoverAddress } from 'viem/utils'

type Use = 'unlock' | 'change' | 'export'

/** The requesting device, as an authority knows it from a device proof. */
export type Device = { deviceId: string; hpkePublicKey: string }

/**
 * Api and custody as the vault's counterparts, by the rules of the custody design: a user has one wallet, shares of it are never replaced
 * except a device's own, and each is released sealed to the requesting device. All in memory.
 */
export type TestAuthorities = {
  config: VaultConfig
  /** The committed wallet of a user. */
  walletOf(userId: string): WalletRecord | null
  /** The records that led to this one, from revision `since` on. */
  historyOf(record: WalletRecord, since?: number): WalletHistory
  /** Copies the data of both, and returns a function that restores it. */
  backUp(): () => void
  putRecoveryShare(record: WalletRecord, sealedShare: string): Promise<void>
  createWallet(
    device: Device,
    wallet: {
      record: WalletRecord
      addressProofs: readonly string[]
      sealedAuthShare: string
      sealedRecoveryAuthShare: string
    },
  ): Promise<WalletRecord>
  /** Compare-and-set: the next revision, with the shares of its new parts. */
  replaceWallet(
    device: Device,
    change: {
      record: WalletRecord
      signature: string
      addressProofs?: readonly string[]
      sealedAuthShare?: string
      sealedRecoveryAuthShare?: string
    },
  ): Promise<void>
  putAuthShare(device: Device, record: WalletRecord, sealedShare: string): Promise<void>
  releaseAuthShare(device: Device, record: WalletRecord, nonce: string, use?: Use): Promise<string>
  releaseRecoveryShares(
    device: Device,
    record: WalletRecord,
    nonce: string,
  ): Promise<{ custody: string; api: string; sessionId: string }>
  revoke(device: Device): void
  /** Every share they hold, in plaintext. */
  shares(): Uint8Array[]
  /** The same by holder. */
  sharesOf(authority: 'api' | 'custody'): Uint8Array[]
}

/** Requires that each new address is proved by its own key. Throws SHARE_INVALID. */
const requireProofs = async (record: WalletRecord, before: WalletRecord | null, proofs: readonly string[]) => {
  const due = addressesToProve(record, before)
  if (proofs.length !== due.length) throw new AppError('SHARE_INVALID')
  for (const [index, { namespace, address }] of due.entries()) {
    const text = new TextEncoder().encode(walletAddressText(record, { namespace, address }))
    const proof = decodeBase64url(proofs[index] ?? '')
    const hash = bytesToHex(createHash('sha256').update(text).digest())
    const isProved =
      namespace === 'eip155'
        ? (await recoverAddress({ hash, signature: bytesToHex(proof) })) === address
        : ed25519.verify(proof, text, parseBase58(address, 'address'))
    if (!isProved) throw new AppError('SHARE_INVALID')
  }
}

/** `take`: what an authority stores of what it was sent; the previous release stored all of it. */
export const testAuthorities = async (
  walletOrigin = 'https://wallet.example',
  take: typeof checkProof = checkProof,
): Promise<TestAuthorities> => {
  const [api, custody] = await Promise.all([hpkeKeys(), hpkeKeys()])
  const wallets = new Map<string, WalletRecord>()
  const histories = new Map<string, WalletHistory>()
  const recovery = new Map<string, Uint8Array>()
  /** By wallet: the api keeps nothing of an older pair. */
  const recoveryAuth = new Map<string, { pair: string; share: Uint8Array }>()
  const auth = new Map<string, { generation: number; share: Uint8Array }>()
  /** By device, until it is revoked. */
  const sessions = new Map<string, string>()
  const sessionOf = ({ deviceId }: Device): string => {
    const sessionId = sessions.get(deviceId) ?? crypto.randomUUID()
    sessions.set(deviceId, sessionId)
    return sessionId
  }

  const open = async (
    keys: CryptoKeyPair,
    record: WalletRecord,
    purpose: SharePurpose,
    sealed: string,
    deviceId: string | null,
    nonce: string | null = null,
  ) => {
    const expectedContext = { ...contextOf(record, purpose, deviceId), nonce }
    const { privateKey, publicKey } = keys
    return take(await openShare({ privateKey, publicKey, sealed, expectedContext }), expectedContext)
  }
  const release = (
    { hpkePublicKey }: Device,
    record: WalletRecord,
    purpose: SharePurpose,
    share: Uint8Array | undefined,
    { deviceId, nonce }: Pick<ShareContext, 'deviceId' | 'nonce'>,
  ) => {
    if (share === undefined) throw new AppError('WALLET_NOT_FOUND')
    const context = { ...contextOf(record, purpose, deviceId), nonce }
    return sealShare({ recipientPublicKey: hpkePublicKey, context, share })
  }

  const sharesOf = (authority: 'api' | 'custody'): Uint8Array[] =>
    authority === 'custody'
      ? [...recovery.values()]
      : [...recoveryAuth.values(), ...auth.values()].map(({ share }) => share)

  return {
    config: {
      walletOrigin,
      apiUrl: 'https://api.example',
      custodyUrl: 'https://custody.example',
      apiHpkePublicKey: await rawPublicKey(api),
      custodyHpkePublicKey: await rawPublicKey(custody),
    },
    walletOf: (userId) => wallets.get(userId) ?? null,
    historyOf: ({ walletId, revision }, since = 1) =>
      (histories.get(walletId) ?? []).filter(({ record }) => record.revision >= since && record.revision <= revision),
    backUp: () => {
      const copies = [wallets, histories, recovery, recoveryAuth, auth].map((map: Map<string, unknown>) => {
        const copy = new Map(map)
        return () => {
          map.clear()
          for (const [key, value] of copy) map.set(key, value)
        }
      })
      return () => {
        for (const putBack of copies) putBack()
      }
    },
    putRecoveryShare: async (record, sealedShare) => {
      const committed = wallets.get(record.userId)
      if (committed && committed.walletId !== record.walletId) throw new AppError('WALLET_EXISTS')
      const share = await open(custody, record, 'recovery', sealedShare, null)
      const kept = recovery.get(pairOf(record))
      if (kept && !Buffer.from(kept).equals(share)) throw new AppError('SHARE_INVALID')
      recovery.set(pairOf(record), share)
    },
    createWallet: async (device, { record, addressProofs, sealedAuthShare, sealedRecoveryAuthShare }) => {
      const committed = wallets.get(record.userId)
      if (committed && committed.walletId !== record.walletId) throw new AppError('WALLET_EXISTS')
      if (!recovery.has(pairOf(record))) throw new AppError('SHARE_INVALID')
      await requireProofs(record, null, addressProofs)
      const authShare = await open(api, record, 'auth', sealedAuthShare, device.deviceId)
      const recoveryAuthShare = await open(api, record, 'recovery-auth', sealedRecoveryAuthShare, null)
      auth.set(`${device.deviceId} ${record.walletId}`, { generation: record.generation, share: authShare })
      recoveryAuth.set(record.walletId, { pair: pairOf(record), share: recoveryAuthShare })
      wallets.set(record.userId, record)
      histories.set(record.walletId, [{ record, addressProofs: [...addressProofs] }])
      return record
    },
    replaceWallet: async (device, { record, signature, addressProofs = [], ...sealed }) => {
      const { sealedAuthShare, sealedRecoveryAuthShare } = sealed
      const committed = wallets.get(record.userId)
      if (committed?.walletId !== record.walletId) throw new AppError('WALLET_NOT_FOUND')
      if (committed.ciphertext === record.ciphertext) return
      if (record.revision !== committed.revision + 1) throw new AppError('WALLET_CHANGED')
      const hash = bytesToHex(await walletChangeDigest(committed, record))
      const signer = await recoverAddress({ hash, signature: bytesToHex(decodeBase64url(signature)) })
      if (signer !== committed.addresses.eip155[0]) throw new AppError('SHARE_INVALID')
      await requireProofs(record, committed, addressProofs)
      const isRotated = record.generation === committed.generation + 1
      const hasNewPair = record.recoveryShareId !== committed.recoveryShareId
      for (const namespace of ['eip155', 'solana'] as const)
        for (const [at, address] of committed.addresses[namespace].entries())
          if (record.addresses[namespace][at] !== address) throw new AppError('SHARE_INVALID')
      if (isRotated !== (sealedAuthShare !== undefined)) throw new AppError('SHARE_INVALID')
      if (hasNewPair !== (sealedRecoveryAuthShare !== undefined)) throw new AppError('SHARE_INVALID')
      if (sealedRecoveryAuthShare !== undefined) {
        if (!recovery.has(pairOf(record))) throw new AppError('SHARE_INVALID')
        const share = await open(api, record, 'recovery-auth', sealedRecoveryAuthShare, null)
        recoveryAuth.set(record.walletId, { pair: pairOf(record), share })
      }
      if (sealedAuthShare !== undefined) {
        const share = await open(api, record, 'auth', sealedAuthShare, device.deviceId)
        auth.clear()
        auth.set(`${device.deviceId} ${record.walletId}`, { generation: record.generation, share })
      }
      wallets.set(record.userId, record)
      const step = { record, signature, addressProofs: [...addressProofs] }
      histories.set(record.walletId, [...(histories.get(record.walletId) ?? []), step])
    },
    putAuthShare: async (device, record, sealedShare) => {
      const share = await open(api, record, 'auth', sealedShare, device.deviceId, sessionOf(device))
      auth.set(`${device.deviceId} ${record.walletId}`, { generation: record.generation, share })
    },
    releaseAuthShare: async (device, record, nonce, use = 'unlock') => {
      const { deviceId } = device
      const kept = auth.get(`${deviceId} ${record.walletId}`)
      const share = kept?.generation === record.generation ? kept.share : undefined
      return release(device, record, use === 'unlock' ? 'auth' : `auth-${use}`, share, { deviceId, nonce })
    },
    releaseRecoveryShares: async (device, record, nonce) => {
      const kept = recoveryAuth.get(record.walletId)
      const recoveryAuthShare = kept?.pair === pairOf(record) ? kept.share : undefined
      return {
        custody: await release(device, record, 'recovery', recovery.get(pairOf(record)), {
          deviceId: null,
          nonce: null,
        }),
        api: await release(device, record, 'recovery-auth', recoveryAuthShare, { deviceId: null, nonce }),
        sessionId: sessionOf(device),
      }
    },
    revoke: ({ deviceId }) => {
      for (const key of auth.keys()) if (key.startsWith(deviceId)) auth.delete(key)
      sessions.delete(deviceId)
    },
    shares: () => [...sharesOf('custody'), ...sharesOf('api')],
    sharesOf,
  }
}

const pairOf = ({ generation, recoveryShareId }: WalletRecord): string => `${generation} ${recoveryShareId}`

const contextOf = (record: WalletRecord, purpose: SharePurpose, deviceId: string | null): ShareContext => {
  const { userId, walletId, generation } = record
  const recoveryShareId = deviceId === null ? record.recoveryShareId : null
  return { purpose, userId, walletId, generation, deviceId, recoveryShareId, nonce: null }
}

/** Returns what an authority learns of a device from a verified proof. Throws when the proof is invalid. */
export const deviceOf = async (vault: Pick<Vault, 'proveDevice'>): Promise<Device> => {
  const { proof } = await vault.proveDevice({ authority: 'api', method: 'POST', path: '/x', bodySha256: '' })
  const [header = '', claims = '', signature = ''] = proof.split('.')
  const { jwk } = parse(header) as { jwk: JsonWebKey }
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signed = new TextEncoder().encode(`${header}.${claims}`)
  if (!(await crypto.subtle.verify(algorithm, key, decodeBase64url(signature), signed))) throw new Error('not a proof')
  const { crv, kty, x, y } = jwk
  const thumbprint = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`{"crv":"${crv}","kty":"${kty}","x":"${x}","y":"${y}"}`),
  )
  return {
    deviceId: encodeBase64url(new Uint8Array(thumbprint)),
    hpkePublicKey: (parse(claims) as { hpke: string }).hpke,
  }
}

const parse = (part: string): unknown => JSON.parse(new TextDecoder().decode(decodeBase64url(part)))

const hpkeKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])

const rawPublicKey = async ({ publicKey }: CryptoKeyPair): Promise<string> =>
  encodeBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
