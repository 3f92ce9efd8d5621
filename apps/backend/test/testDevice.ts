import { createHash, randomUUID } from 'node:crypto'
import {
  type ApiClient,
  createApiClient,
  type DeviceProofClaims,
  decodeBase64url,
  deviceCredentials,
  encodeBase64url,
  endpoints,
  type ProveInput,
  type WalletRecord,
  walletRecordAad,
} from '@latchkey/api-client'
import { openShare, type SharePurpose, sealShare } from '@latchkey/api-client/sealing'
import { isAppError } from '@latchkey/protocol/errors'
import type { Addresses } from '../src/createApps.ts'
import type { TestClock } from './testClock.ts'

/** A device with keys of its own, and what it keeps: the vault of these tests, with the same cryptography on the wire. */
export type TestDevice = Awaited<ReturnType<typeof createTestDevice>>

export type TestDeviceOptions = {
  addresses: Addresses
  clock: TestClock
  /** How its calls travel. */
  fetch: typeof globalThis.fetch
  userAgent?: string
}

export type Login = {
  userId: string
  accessToken: string
  refreshToken: string
  custodyToken: string
  wallet: WalletRecord | null
}
type NewWallet = {
  record: WalletRecord
  sealedAuthShare: string
  sealedRecoveryShare: string
  sealedRecoveryAuthShare: string
}
type Bytes = Uint8Array<ArrayBuffer>

const projectId = 'demo'
const dappOrigin = 'http://127.0.0.1:3000'
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export async function createTestDevice({ addresses, clock, fetch, userAgent = chrome }: TestDeviceOptions) {
  const curve = { namedCurve: 'P-256' }
  const signing = await crypto.subtle.generateKey({ name: 'ECDSA', ...curve }, false, ['sign', 'verify'])
  const hpke = await crypto.subtle.generateKey({ name: 'ECDH', ...curve }, false, ['deriveBits'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', signing.publicKey)
  const jwk = { crv, kty, x, y }
  const deviceId = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url')
  const hpkePublicKey = encodeBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', hpke.publicKey)))

  /** Signs any claims, good or bad. */
  const signProof = async (claims: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...header })}.${part(claims)}`
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    const signature = await crypto.subtle.sign(algorithm, signing.privateKey, Buffer.from(signed))
    return `${signed}.${Buffer.from(signature).toString('base64url')}`
  }
  const claimsFor = ({
    authority,
    method,
    path,
    bodySha256,
    accessTokenSha256,
    nonce,
  }: ProveInput): DeviceProofClaims => ({
    jti: randomUUID(),
    htm: method,
    htu: `${authority === 'api' ? addresses.apiUrl : addresses.custodyUrl}${path}`,
    iat: Math.floor(clock.now().getTime() / 1000),
    hpke: hpkePublicKey,
    bdh: bodySha256,
    ...(accessTokenSha256 === undefined ? {} : { ath: accessTokenSha256 }),
    ...(nonce === undefined ? {} : { nonce }),
  })

  /** As the wallet document calls: with its origin. */
  const fromWallet: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    request.headers.set('origin', addresses.walletOrigin)
    request.headers.set('user-agent', userAgent)
    return fetch(request)
  }
  const client: ApiClient<typeof endpoints> = createApiClient({
    endpoints,
    apiUrl: addresses.apiUrl,
    custodyUrl: addresses.custodyUrl,
    projectId,
    credentials: deviceCredentials({ prove: (input) => signProof(claimsFor(input)) }),
    fetch: fromWallet,
    clock: {
      now: () => clock.now().getTime(),
      // No waiting between tries, and no end of patience: neither is a matter of these tests.
      wait: (ms, signal) =>
        ms < 10_000 ? Promise.resolve() : new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
    },
  })

  let pending: NewWallet | null = null
  let enrolled: { record: WalletRecord; deviceShare: Bytes } | null = null

  const startEmail = (email: string) => client.call('emailStart', { dappOrigin, email })
  const finishLogin = async (attemptId: string, code: string): Promise<Login> => {
    const { userId, apiGrant, custodyToken } = await client.call('emailVerify', { attemptId, code })
    const { tokens, wallet } = await client.call('startSession', { apiGrant, dappOrigin })
    return { userId, custodyToken, wallet, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }
  }

  const sealFor = async (authority: 'api' | 'custody', purpose: SharePurpose, record: WalletRecord, share: Bytes) => {
    const { hpkePublicKey: recipientPublicKey } = await client.call(authority === 'api' ? 'apiKeys' : 'custodyKeys', {})
    return sealShare({ recipientPublicKey, context: contextOf(purpose, record, deviceId), share })
  }
  const open = (purpose: SharePurpose, record: WalletRecord, sealed: string): Promise<Bytes> =>
    openShare({ ...hpke, sealed, expectedContext: contextOf(purpose, record, deviceId) })

  const makeWallet = async (userId: string): Promise<NewWallet> => {
    const vaultKey = randomBytes(32)
    const record = await sealRecord(userId, vaultKey)
    const [deviceShare, authShare] = split(vaultKey)
    const [recoveryShare, recoveryAuthShare] = split(vaultKey)
    enrolled = { record, deviceShare }
    return {
      record,
      sealedAuthShare: await sealFor('api', 'auth', record, authShare),
      sealedRecoveryShare: await sealFor('custody', 'recovery', record, recoveryShare),
      sealedRecoveryAuthShare: await sealFor('api', 'recovery-auth', record, recoveryAuthShare),
    }
  }

  const createFirst = async ({ userId, accessToken, custodyToken }: Login): Promise<WalletRecord> => {
    if (pending?.record.userId !== userId) pending = await makeWallet(userId)
    const { record, sealedAuthShare, sealedRecoveryShare, sealedRecoveryAuthShare } = pending
    const { walletId, generation, recoveryShareId } = record
    const { receipt } = await client.call(
      'putRecoveryShare',
      { walletId, generation, recoveryShareId, sealedShare: sealedRecoveryShare },
      { accessToken: custodyToken },
    )
    const commit = { record, sealedAuthShare, sealedRecoveryAuthShare, receipt }
    return (await client.call('createWallet', commit, { accessToken })).wallet
  }

  /** The address, out of the key that this device's pair gives. */
  const unlock = async (accessToken: string): Promise<string> => {
    if (enrolled === null) throw new Error('this device holds no share')
    const { record, deviceShare } = enrolled
    const { walletId, generation } = record
    const { sealedShare } = await client.call('releaseAuthShare', { walletId, generation }, { accessToken })
    return openRecord(record, combine(deviceShare, await open('auth', record, sealedShare)))
  }

  const recover = async (record: WalletRecord, { accessToken, custodyToken }: Login): Promise<WalletRecord> => {
    const { walletId, generation, recoveryShareId } = record
    const wallet = { walletId, generation }
    const recovery = await client.call(
      'releaseRecoveryShare',
      { ...wallet, recoveryShareId },
      { accessToken: custodyToken },
    )
    const recoveryAuth = await client.call('releaseRecoveryAuthShare', wallet, { accessToken })
    const vaultKey = combine(
      await open('recovery', record, recovery.sealedShare),
      await open('recovery-auth', record, recoveryAuth.sealedShare),
    )
    await openRecord(record, vaultKey)
    const [deviceShare, authShare] = split(vaultKey)
    enrolled = { record, deviceShare }
    const sealedShare = await sealFor('api', 'auth', record, authShare)
    await client.call('putAuthShare', { ...wallet, sealedShare }, { accessToken })
    return record
  }

  /** What the wallet document does after a login: the wallet this device can use from now on. */
  const enrol = async (login: Login): Promise<WalletRecord> => {
    const { accessToken, wallet } = login
    if (wallet === null) {
      try {
        return await createFirst(login)
      } catch (error) {
        if (!isAppError(error, 'WALLET_EXISTS')) throw error
        const { wallet: winner } = await client.call('getWallet', {}, { accessToken })
        if (winner === null) throw error
        return await recover(winner, login)
      }
    }
    if (enrolled?.record.walletId === wallet.walletId) {
      const isOpen = await unlock(accessToken).catch((error) => {
        if (isAppError(error, 'WALLET_NOT_FOUND')) return null
        throw error
      })
      if (isOpen !== null) return wallet
    }
    return recover(wallet, login)
  }

  return {
    deviceId,
    hpkePublicKey,
    hpke,
    client,
    signProof,
    claimsFor,
    fromWallet,
    startEmail,
    finishLogin,
    makeWallet,
    enrol,
    unlock,
    recover,
  }
}

const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** Two halves of which each alone is random: the vault's own splitting is no matter of the backend. */
const split = (secret: Bytes): [Bytes, Bytes] => {
  const first = randomBytes(secret.length)
  return [first, combine(secret, first)]
}
const combine = (a: Bytes, b: Bytes): Bytes => a.map((byte, index) => byte ^ (b[index] ?? 0))

const contextOf = (
  purpose: SharePurpose,
  { userId, walletId, generation, recoveryShareId }: WalletRecord,
  deviceId: string,
) => ({
  purpose,
  userId,
  walletId,
  generation,
  ...(purpose === 'auth' ? { deviceId, recoveryShareId: null } : { deviceId: null, recoveryShareId }),
})

const addressOf = (vaultKey: Bytes): string => `0x${createHash('sha256').update(vaultKey).digest('hex').slice(0, 40)}`
const aesKey = (vaultKey: Bytes) => crypto.subtle.importKey('raw', vaultKey, 'AES-GCM', false, ['encrypt', 'decrypt'])

const sealRecord = async (userId: string, vaultKey: Bytes): Promise<WalletRecord> => {
  const facts: Omit<WalletRecord, 'ciphertext'> = {
    walletId: randomUUID(),
    userId,
    version: 1,
    generation: 1,
    revision: 1,
    recoveryShareId: randomUUID(),
    recovery: { kind: 'automatic' },
    addresses: { eip155: [addressOf(vaultKey)], solana: ['1'.repeat(32)] },
  }
  const iv = randomBytes(12)
  const parameters = { name: 'AES-GCM', iv, additionalData: walletRecordAad(facts) }
  const ciphertext = await crypto.subtle.encrypt(parameters, await aesKey(vaultKey), Buffer.from('entropy'))
  return { ...facts, ciphertext: encodeBase64url(new Uint8Array([...iv, ...new Uint8Array(ciphertext)])) }
}

/** Opens the record, which proves the key, and answers the address that the key makes. */
const openRecord = async (record: WalletRecord, vaultKey: Bytes): Promise<string> => {
  const bytes = decodeBase64url(record.ciphertext)
  const parameters = { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData: walletRecordAad(record) }
  await crypto.subtle.decrypt(parameters, await aesKey(vaultKey), bytes.subarray(12))
  return addressOf(vaultKey)
}
