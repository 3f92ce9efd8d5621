import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomUUID,
  sign as signWith,
} from 'node:crypto'
import {
  type ApiClient,
  addressesToProve,
  createApiClient,
  type DeviceProofClaims,
  decodeBase64url,
  deviceCredentials,
  encodeBase64url,
  endpoints,
  type ProveInput,
  type WalletRecord,
  walletAddressText,
  walletChangeDigest,
  walletRecordAad,
} from '@latchkey/api-client'
import { openShare, type ShareContext, type SharePurpose, sealShare } from '@latchkey/api-client/sealing'
import { formatBase58 } from '@latchkey/chains'
import { isAppError } from '@latchkey/protocol/errors'
import type { TestClock } from '@latchkey/service-kit/test/testClock'
import { privateKeyToAddress, sign } from 'viem/accounts'
import { bytesToHex, hexToBytes } from 'viem/utils'
import type { Addresses } from '../src/createApps.ts'

/** A device with its own keys and storage: the vault of these tests, with the same cryptography on the wire. */
export type TestDevice = Awaited<ReturnType<typeof createTestDevice>>

export type TestDeviceOptions = {
  addresses: Addresses
  clock: TestClock
  /** Its transport. */
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
  addressProofs: string[]
  sealedAuthShare: string
  sealedRecoveryShare: string
  sealedRecoveryAuthShare: string
}
type Bytes = Uint8Array<ArrayBuffer>
/** A record that this device has, and its device share. */
type Held = { record: WalletRecord; deviceShare: Bytes }
export type Change = 'rotate' | 'recovery' | 'import'
export type ChangedWallet = {
  record: WalletRecord
  signature: string
  addressProofs?: string[]
  sealedAuthShare?: string
  recovery?: { sealedRecoveryShare: string; sealedRecoveryAuthShare: string }
}

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
      // No waits between tries, and no timeout: neither is under test here.
      wait: (_, signal) =>
        signal === undefined
          ? Promise.resolve()
          : new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    },
  })

  let pending: NewWallet | null = null
  let enrolled: Held | null = null
  /** Its state before a change with an unknown outcome. */
  let former: Held | null = null

  const startEmail = (email: string) => client.call('emailStart', { dappOrigin, email })
  const finishLogin = async (attemptId: string, code: string): Promise<Login> => {
    const { userId, apiGrant, custodyToken } = await client.call('emailVerify', { attemptId, code })
    const { tokens, wallet } = await client.call('startSession', { apiGrant, dappOrigin })
    return { userId, custodyToken, wallet, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }
  }

  const sealFor = async (
    authority: 'api' | 'custody',
    purpose: SharePurpose,
    record: WalletRecord,
    share: Bytes,
    nonce: ShareContext['nonce'] = null,
  ) => {
    const { hpkePublicKey: recipientPublicKey } = await client.call(authority === 'api' ? 'apiKeys' : 'custodyKeys', {})
    return sealShare({ recipientPublicKey, context: { ...contextOf(purpose, record, deviceId), nonce }, share })
  }
  const open = (
    purpose: SharePurpose,
    record: WalletRecord,
    sealed: string,
    nonce: ShareContext['nonce'] = null,
  ): Promise<Bytes> =>
    openShare({ ...hpke, sealed, expectedContext: { ...contextOf(purpose, record, deviceId), nonce } })

  /** Returns both shares of a recovery pair for this record, each sealed to its authority. */
  const sealPair = async (record: WalletRecord, vaultKey: Bytes) => {
    const [recoveryShare, recoveryAuthShare] = split(vaultKey)
    return {
      sealedRecoveryShare: await sealFor('custody', 'recovery', record, recoveryShare),
      sealedRecoveryAuthShare: await sealFor('api', 'recovery-auth', record, recoveryAuthShare),
    }
  }

  const makeWallet = async (userId: string): Promise<NewWallet> => {
    const vaultKey = randomBytes(32)
    const facts = {
      walletId: randomUUID(),
      userId,
      version: 1,
      generation: 1,
      revision: 1,
      recoveryShareId: randomUUID(),
      recovery: { kind: 'automatic' },
    } as const
    const sources = [randomBytes(32)]
    const record = await sealRecord(facts, sources, vaultKey)
    const addressProofs = await proveAddresses(record, null, sources)
    const [deviceShare, authShare] = split(vaultKey)
    enrolled = { record, deviceShare }
    former = null
    const sealedAuthShare = await sealFor('api', 'auth', record, authShare)
    return { record, addressProofs, sealedAuthShare, ...(await sealPair(record, vaultKey)) }
  }

  const createFirst = async ({ userId, accessToken, custodyToken }: Login): Promise<WalletRecord> => {
    if (pending?.record.userId !== userId) pending = await makeWallet(userId)
    const { record, addressProofs, sealedAuthShare, sealedRecoveryShare, sealedRecoveryAuthShare } = pending
    const { receipt } = await putRecoveryShare(record, sealedRecoveryShare, custodyToken)
    const commit = { record, addressProofs, sealedAuthShare, sealedRecoveryAuthShare, receipt }
    return (await client.call('createWallet', commit, { accessToken })).wallet
  }

  const putRecoveryShare = (record: WalletRecord, sealedShare: string, custodyToken: string) => {
    const { walletId, generation, recoveryShareId, revision } = record
    const offered = { walletId, generation, recoveryShareId, revision, sealedShare }
    return client.call('putRecoveryShare', offered, { accessToken: custodyToken })
  }

  /** Has custody store a share for a record that may never exist. */
  const offerAnything = async (record: WalletRecord, custodyToken: string) =>
    putRecoveryShare(record, await sealFor('custody', 'recovery', record, randomBytes(33)), custodyToken)

  /** Returns the vault key from one stored state, and the newest record, which it opens. */
  const openHeld = async ({ record, deviceShare }: Held, use: 'unlock' | 'change' | 'export', accessToken: string) => {
    const { walletId, generation } = record
    const nonce = newShareNonce()
    const request = { walletId, generation, use, nonce }
    const { sealedShare, wallet } = await client.call('releaseAuthShare', request, { accessToken })
    const purpose = use === 'unlock' ? 'auth' : (`auth-${use}` as const)
    const vaultKey = combine(deviceShare, await open(purpose, record, sealedShare, nonce))
    return { vaultKey, wallet, sources: await openRecord(wallet, vaultKey) }
  }

  /** As the vault does: a released share opens whichever of two states was committed. */
  const openNewest = async (use: 'unlock' | 'change' | 'export', accessToken: string) => {
    if (enrolled === null) throw new Error('this device holds no share')
    const candidates = former === null ? [enrolled] : [enrolled, former]
    for (const held of candidates) {
      const opened = await openHeld(held, use, accessToken).catch((error) => {
        const isOther = isAppError(error, 'WALLET_NOT_FOUND') || error instanceof DOMException
        if (isOther && held !== candidates.at(-1)) return null
        throw error
      })
      if (opened === null) continue
      enrolled = { record: opened.wallet, deviceShare: held.deviceShare }
      former = null
      return opened
    }
    throw new Error('unreachable')
  }

  /** Returns the address, from the key that this device's pair gives. */
  const unlock = async (accessToken: string): Promise<string> => {
    const { wallet } = await openNewest('unlock', accessToken)
    return wallet.addresses.eip155[0] ?? ''
  }

  /** Returns the shares of a changed record, each sealed to its authority, and this device's own share of a new key. */
  const sharesFor = async (change: Change, record: WalletRecord, vaultKey: Bytes) => {
    if (change === 'import') return { sealed: {} }
    const recovery = await sealPair(record, vaultKey)
    if (change === 'recovery') return { sealed: { recovery } }
    const [deviceShare, authShare] = split(vaultKey)
    return { sealed: { recovery, sealedAuthShare: await sealFor('api', 'auth', record, authShare) }, deviceShare }
  }

  /** Returns a change of the wallet, ready to be sent. */
  const prepareChange = async (change: Change, { accessToken }: Login): Promise<ChangedWallet> => {
    const { vaultKey, wallet, sources } = await openNewest('change', accessToken)
    const nextKey = change === 'rotate' ? randomBytes(32) : vaultKey
    const nextSources = change === 'import' ? [...sources, randomBytes(32)] : sources
    const record = await sealRecord(factsAfter(change, wallet), nextSources, nextKey)
    const { sealed, deviceShare } = await sharesFor(change, record, nextKey)
    if (deviceShare !== undefined) {
      // Stored before anything is sent.
      former = enrolled
      enrolled = { record, deviceShare }
    }
    const proofs = change === 'import' ? { addressProofs: await proveAddresses(record, wallet, nextSources) } : {}
    return { record, signature: await signChange(wallet, record, sources), ...proofs, ...sealed }
  }

  /** Forges a change without ever opening the wallet: garbage inside, shares of another key, the forger's own signature. */
  const forgeChange = async (change: Change, wallet: WalletRecord): Promise<ChangedWallet> => {
    const ownKey = randomBytes(32)
    const added = addressesOf(change === 'import' ? [ownKey] : [])
    const { eip155, solana } = wallet.addresses
    const addresses = { eip155: [...eip155, ...added.eip155], solana: [...solana, ...added.solana] }
    const record = { ...factsAfter(change, wallet), addresses, ciphertext: encodeBase64url(randomBytes(60)) }
    const { sealed } = await sharesFor(change, record, ownKey)
    const proofs = change === 'import' ? { addressProofs: await proveAddresses(record, wallet, [ownKey]) } : {}
    return { record, signature: await signChange(wallet, record, [ownKey]), ...proofs, ...sealed }
  }

  const sendChange = async (changed: ChangedWallet, login: Login) => {
    const { record, signature, addressProofs, recovery, sealedAuthShare } = changed
    const { accessToken, custodyToken } = login
    const pair = recovery && {
      sealedRecoveryAuthShare: recovery.sealedRecoveryAuthShare,
      receipt: (await putRecoveryShare(record, recovery.sealedRecoveryShare, custodyToken)).receipt,
    }
    const sent = {
      record,
      signature,
      ...(addressProofs === undefined ? {} : { addressProofs }),
      ...(sealedAuthShare === undefined ? {} : { sealedAuthShare }),
      ...(pair === undefined ? {} : { recovery: pair }),
    }
    const { wallet, settlement } = await client.call('replaceWallet', sent, { accessToken })
    await client.call('settleRecoveryShare', { settlement }, { accessToken: custodyToken })
    return wallet
  }

  /** Runs a whole change, up to the committed record. */
  const change = async (kind: Change, login: Login): Promise<WalletRecord> =>
    sendChange(await prepareChange(kind, login), login)

  const recover = async (record: WalletRecord, { accessToken, custodyToken }: Login): Promise<WalletRecord> => {
    const { walletId, generation, recoveryShareId } = record
    const wallet = { walletId, generation }
    const recovery = await client.call(
      'releaseRecoveryShare',
      { ...wallet, recoveryShareId },
      { accessToken: custodyToken },
    )
    const nonce = newShareNonce()
    const recoveryAuth = await client.call('releaseRecoveryAuthShare', { ...wallet, nonce }, { accessToken })
    const vaultKey = combine(
      await open('recovery', record, recovery.sealedShare),
      await open('recovery-auth', record, recoveryAuth.sealedShare, nonce),
    )
    await openRecord(record, vaultKey)
    const [deviceShare, authShare] = split(vaultKey)
    enrolled = { record, deviceShare }
    former = null
    const sealedShare = await sealFor('api', 'auth', record, authShare, recoveryAuth.sessionId)
    await client.call('putAuthShare', { ...wallet, sealedShare }, { accessToken })
    return record
  }

  /** Acts as the wallet document after a sign-in: returns the wallet that this device can now use. */
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
    sealFor,
    open,
    makeWallet,
    putRecoveryShare,
    offerAnything,
    prepareChange,
    forgeChange,
    sendChange,
    change,
    openNewest,
    enrol,
    unlock,
    recover,
  }
}

/** Returns a fresh nonce for one share, as a vault does for each release. */
export const newShareNonce = (): string => encodeBase64url(randomBytes(16))

const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** Returns two parts, each of which is random by itself: the vault's own splitting is not under test here. */
const split = (secret: Bytes): [Bytes, Bytes] => {
  const first = randomBytes(secret.length)
  return [first, combine(secret, first)]
}
const combine = (a: Bytes, b: Bytes): Bytes => a.map((byte, index) => byte ^ (b[index] ?? 0))

const contextOf = (
  purpose: SharePurpose,
  { userId, walletId, generation, recoveryShareId }: WalletRecord,
  deviceId: string,
): ShareContext => ({
  purpose,
  userId,
  walletId,
  generation,
  nonce: null,
  ...(purpose.startsWith('auth') ? { deviceId, recoveryShareId: null } : { deviceId: null, recoveryShareId }),
})

/** The backend cannot tell whether a share is wrapped: the wrapping is not under test here. */
const passphrase = { kind: 'passphrase', salt: 'A'.repeat(22), memoryKiB: 65_536, passes: 3 } as const

/** Each source is an EVM account's private key, and a Solana account's seed. */
const addressesOf = (sources: readonly Bytes[]): WalletRecord['addresses'] => ({
  eip155: sources.map((source) => privateKeyToAddress(bytesToHex(source))),
  solana: sources.map((source) => solanaAddressOf(solanaKeyOf(source))),
})
const solanaKeyOf = (seed: Bytes): KeyObject =>
  // RFC 8410: the prefix of a seed.
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
const solanaAddressOf = (key: KeyObject): string =>
  formatBase58(Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url'))

/** Proves the addresses that a wallet's record adds, as the wallet with these sources does. */
export const proveAddresses = (record: WalletRecord, before: WalletRecord | null, sources: readonly Bytes[]) =>
  Promise.all(
    addressesToProve(record, before).map(async (proven) => {
      const text = Buffer.from(walletAddressText(record, proven))
      const own = sources.find((source) =>
        Object.values(addressesOf([source]))
          .flat()
          .includes(proven.address),
      )
      const key = own ?? new Uint8Array(32).fill(1)
      if (proven.namespace === 'solana') return signWith(null, text, solanaKeyOf(key)).toString('base64url')
      const hash = bytesToHex(createHash('sha256').update(text).digest())
      return encodeBase64url(hexToBytes(await sign({ hash, privateKey: bytesToHex(key), to: 'hex' })))
    }),
  )

/** Signs a wallet's own change, as the wallet with these sources does. */
export const signChange = async (
  before: WalletRecord,
  record: WalletRecord,
  [own = new Uint8Array()]: readonly Bytes[],
): Promise<string> => {
  const hash = bytesToHex(await walletChangeDigest(before, record))
  return encodeBase64url(hexToBytes(await sign({ hash, privateKey: bytesToHex(own), to: 'hex' })))
}
const aesKey = (vaultKey: Bytes) => crypto.subtle.importKey('raw', vaultKey, 'AES-GCM', false, ['encrypt', 'decrypt'])

type RecordFacts = Omit<WalletRecord, 'ciphertext' | 'addresses'>

/** Returns the next record of a wallet, except its contents. */
const factsAfter = (change: Change, { ciphertext: _, addresses: __, ...facts }: WalletRecord): RecordFacts => ({
  ...facts,
  revision: facts.revision + 1,
  ...(change === 'rotate' ? { generation: facts.generation + 1 } : {}),
  ...(change === 'import' ? {} : { recoveryShareId: randomUUID() }),
  ...(change === 'recovery' ? { recovery: passphrase } : {}),
})

/** Returns a record of its accounts' sources, 32 bytes each. */
const sealRecord = async (about: RecordFacts, sources: readonly Bytes[], vaultKey: Bytes): Promise<WalletRecord> => {
  const facts = { ...about, addresses: addressesOf(sources) }
  const iv = randomBytes(12)
  const parameters = { name: 'AES-GCM', iv, additionalData: walletRecordAad(facts) }
  const ciphertext = await crypto.subtle.encrypt(parameters, await aesKey(vaultKey), Buffer.concat(sources))
  return { ...facts, ciphertext: encodeBase64url(new Uint8Array([...iv, ...new Uint8Array(ciphertext)])) }
}

/** Opens the record, which proves the key, and returns the sources of its addresses. Throws a DOMException for another key. */
const openRecord = async (record: WalletRecord, vaultKey: Bytes): Promise<Bytes[]> => {
  const bytes = decodeBase64url(record.ciphertext)
  const parameters = { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData: walletRecordAad(record) }
  const opened = await crypto.subtle.decrypt(parameters, await aesKey(vaultKey), bytes.subarray(12))
  const sources = record.addresses.eip155.map((_, index) => new Uint8Array(opened.slice(index * 32, index * 32 + 32)))
  if (JSON.stringify(addressesOf(sources)) !== JSON.stringify(record.addresses)) throw new Error('other addresses')
  return sources
}
