import type {
  EndpointRequest,
  EndpointResponse,
  IdentityProof,
  LoginProvider,
  LoginPurpose,
  WalletEndpointName,
  WalletRecord,
} from '@latchkey/api-client'
import { encodeBase64url } from '@latchkey/api-client'
import { AppError, type ErrorName } from '@latchkey/protocol'
import type { CallApi } from './callApi.ts'
import { fakeSignature, proofsOf, testUuid } from './fakeVault.fixture.ts'

export const rightCode = '123456'

type Identity = { provider: LoginProvider; subject: string }
type Grant = { email: string | null; purpose: string; identity?: Identity; isAtSignIn?: boolean }
/** A sign-in at a provider: from `arrived` on, its user is known. */
type SignIn = {
  provider: LoginProvider
  purpose: LoginPurpose
  deviceId: string | null
  codeChallenge: string
  status: EndpointResponse<'socialStatus'>['status']
  result: string
  subject: string
}

type Family = { userId: string; deviceId: string | null; refreshToken: string; over: boolean; confirmed: boolean }

/**
 * Both authorities in memory, with the rules that the frame depends on: a code is used once, a refresh token once, a
 * wallet is committed once, a repeated call is answered alike.
 */
export const fakeAccountApi = () => {
  const users = new Map<string, string>()
  const attempts = new Map<string, { email: string; purpose: string; used: boolean }>()
  const grants = new Map<string, Grant>()
  const signIns = new Map<string, SignIn>()
  /** Consumed by custody. */
  const challenges = new Set<string>()
  /** The users of identities. */
  const identities = new Map<string, { userId: string; identity: Identity }>()
  /** The addresses that providers have verified, by subject. */
  const addresses = new Map<string, string>()
  /** The addresses that a lying API names instead. */
  let misstates: Map<string, string> | null = null
  /** Linked at a sign-in, at both. */
  const kept = new Set<string>()
  const custodyTokens = new Set<string>()
  const families: Family[] = []
  const accessTokens = new Map<string, Family>()
  /** Including used ones. */
  const refreshTokens = new Map<string, Family>()
  const wallets = new Map<string, WalletRecord>()
  const recoveryShares = new Map<string, string>()
  const recoveryAuthShares = new Map<string, string>()
  const authShares = new Map<string, string>()
  const links = new Map<string, { email: string; deviceId: string | null; status: 'waiting' | 'approved' | 'over' }>()
  const knownDevices = new Set<string>()
  const changes = new Map<string, { from: string; to: string; isProved: boolean; isDone: boolean }>()
  const statements = new Map<string, { userId: string; email: string }>()
  const joins = new Map<string, 'waiting' | 'approved' | 'over'>()
  const calls: WalletEndpointName[] = []
  const reports: EndpointRequest<'reportDevice'>[] = []
  const issued: EndpointRequest<'issueIdToken'>[] = []
  let asksDevices = false
  let misleadsTo: string | null = null
  let offline = false
  let hook: { name: WalletEndpointName; work: () => Promise<void> } | null = null
  let outage: { name: WalletEndpointName; error: ErrorName } | null = null
  let fault: { at: number; when: 'before' | 'after' } | null = null

  const familyOf = (accessToken: string | undefined): Family => {
    const family = accessTokens.get(accessToken ?? '')
    if (family === undefined || family.over) throw new AppError('SESSION_EXPIRED')
    return family
  }
  const tokensFor = (family: Family) => {
    family.refreshToken = `refresh-${testUuid()}`
    refreshTokens.set(family.refreshToken, family)
    const accessToken = `access.${testUuid()}.token`
    accessTokens.set(accessToken, family)
    return { accessToken, expiresInSeconds: 600, refreshToken: family.refreshToken }
  }
  const deviceOf = (sealedAuthShare: string): string => sealedAuthShare.split(':').at(-1) ?? ''

  type Answers = {
    [name in WalletEndpointName]?: (
      request: EndpointRequest<name>,
      accessToken: string | undefined,
      deviceId: string | null,
    ) => unknown
  }
  const checkCode = (code: string, isUsed: boolean): void => {
    if (isUsed) throw new AppError('OTP_USED')
    if (code !== rightCode) throw new AppError('OTP_INVALID', { details: { triesLeft: 2 } })
  }
  const changeOf = (changeId: string) => {
    const change = changes.get(changeId)
    if (change === undefined) throw new AppError('OTP_EXPIRED')
    return change
  }
  const keyOf = ({ provider, subject }: Identity): string => `${provider} ${subject}`
  const newSignIn = (provider: LoginProvider, purpose: LoginPurpose, deviceId: string | null, codeChallenge = '') => {
    const attemptId = testUuid()
    const result = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)))
    const subject = ''
    signIns.set(attemptId, { provider, purpose, deviceId, codeChallenge, status: 'waiting', result, subject })
    return { attemptId, uri: `https://${provider}.example/authorize?state=${attemptId}` }
  }
  /** The logins by which users of an address sign in. */
  const providersWith = (email: string): LoginProvider[] =>
    [...identities.values()]
      .filter(({ identity }) => addresses.get(identity.subject) === email)
      .map(({ identity }) => identity.provider)
  const ownEmailOf = (userId: string): string | null => [...users].find(([, owner]) => owner === userId)?.[0] ?? null
  const grantFor = (identity: Identity, purpose: string) => {
    const known = identities.get(keyOf(identity))
    if (known === undefined && purpose === 'confirmation') throw new AppError('SOCIAL_REFUSED')
    const userId = known?.userId ?? testUuid()
    identities.set(keyOf(identity), { userId, identity })
    const loginEmail = addresses.get(identity.subject) ?? null
    return {
      userId,
      email: ownEmailOf(userId) ?? loginEmail,
      loginEmail,
      ...grantOf({ email: null, purpose, identity }),
    }
  }
  const grantOf = (grant: Grant) => {
    const apiGrant = `grant.${testUuid()}.x`
    grants.set(apiGrant, grant)
    const custodyToken = `custody.${testUuid()}.x`
    custodyTokens.add(custodyToken)
    return { apiGrant, custodyToken }
  }
  /** Custody's verification of a proof; each proof is valid once. */
  const judge = (proof: IdentityProof, deviceId: string | null, spends = true): SignIn => {
    const [attemptId, spent] =
      'message' in proof
        ? [proof.attemptId, proof.attemptId]
        : [proof.proof.kind === 'statement' ? proof.proof.statement.split('.')[1] : '', proof.codeChallenge]
    const signIn = signIns.get(attemptId ?? '')
    if (signIn === undefined || signIn.deviceId !== deviceId) throw new AppError('SOCIAL_REFUSED')
    if (challenges.has(spent)) throw new AppError('SOCIAL_EXPIRED')
    if (spends) challenges.add(spent)
    return signIn
  }
  const userOf = ({ email, identity }: Grant): string | undefined =>
    identity === undefined ? users.get(email ?? '') : identities.get(keyOf(identity))?.userId
  const answers: Answers = {
    socialStart: ({ provider, codeChallenge, purpose = 'login' }, _, deviceId) => {
      const { attemptId, uri } = newSignIn(provider, purpose, deviceId, codeChallenge)
      return { attemptId, uri, state: 'state', number: '42', expiresInSeconds: 600 }
    },
    socialStatus: ({ attemptId }, _, deviceId) => {
      const signIn = signIns.get(attemptId)
      return { status: signIn === undefined || signIn.deviceId !== deviceId ? 'over' : signIn.status }
    },
    socialFinish: async ({ attemptId, codeVerifier, result }, _, deviceId) => {
      const signIn = signIns.get(attemptId)
      if (signIn === undefined || signIn.deviceId !== deviceId) throw new AppError('SOCIAL_EXPIRED')
      if (signIn.status === 'denied') throw new AppError('SOCIAL_DENIED')
      const isTold = result === null ? signIn.status === 'released' : result === signIn.result
      if (!isTold || signIn.status === 'waiting' || signIn.status === 'over') throw new AppError('SOCIAL_EXPIRED')
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
      if (encodeBase64url(new Uint8Array(digest)) !== signIn.codeChallenge) throw new AppError('SOCIAL_REFUSED')
      return {
        proof: { kind: 'statement', statement: `s.${attemptId}.x` },
        email: (misstates ?? addresses).get(signIn.subject) ?? null,
        userName: signIn.subject,
      }
    },
    checkSignIn: () => ({}),
    socialVerify: ({ purpose = 'login', isKnown = false, ...proof }, _, deviceId) => {
      const signIn = judge(proof, deviceId)
      if (isKnown && !identities.has(keyOf(signIn))) throw new AppError('SOCIAL_REFUSED')
      return grantFor(signIn, purpose)
    },
    farcasterStart: ({ purpose = 'login' }, _, deviceId) => {
      const { attemptId, uri: url } = newSignIn('farcaster', purpose, deviceId)
      return { attemptId, url, expiresInSeconds: 600 }
    },
    farcasterStatus: ({ attemptId }, _, deviceId) => {
      const signIn = signIns.get(attemptId)
      if (signIn === undefined || signIn.deviceId !== deviceId || signIn.status === 'over') return { status: 'over' }
      if (signIn.status === 'waiting') return { status: 'waiting' }
      return { status: 'signed', message: attemptId, signature: '0x00', userName: signIn.subject }
    },
    farcasterVerify: ({ purpose = 'login', ...proof }, _, deviceId) => grantFor(judge(proof, deviceId), purpose),
    findAccount: (proof, _, deviceId) => {
      if ('code' in proof) {
        const { email, used } = attempts.get(proof.attemptId) ?? { email: '', used: false }
        checkCode(proof.code, used)
        if (users.has(email)) return { account: null }
        const providers = providersWith(email)
        return { account: providers.length === 0 ? null : { email, providers } }
      }
      const signIn = judge(proof, deviceId, false)
      const email = addresses.get(signIn.subject) ?? ''
      if (identities.has(keyOf(signIn))) return { account: null }
      if (users.has(email)) return { account: { email, providers: [] } }
      const providers = providersWith(email)
      return { account: email === '' || providers.length === 0 ? null : { email, providers } }
    },
    linkIdentity: (proof, custodyToken, deviceId) => {
      if (!custodyTokens.has(custodyToken ?? '')) throw new AppError('SESSION_EXPIRED')
      if ('code' in proof) {
        const attempt = attempts.get(proof.attemptId)
        if (attempt === undefined) throw new AppError('OTP_EXPIRED')
        checkCode(proof.code, attempt.used && !kept.has(attempt.email))
        if (proof.atSignIn === 'keep') {
          attempt.used = true
          kept.add(attempt.email)
        }
        return { apiGrant: grantOf({ email: attempt.email, purpose: 'link', isAtSignIn: true }).apiGrant }
      }
      if ('atSignIn' in proof && proof.atSignIn !== undefined) {
        const isAgain = [...kept].length > 0 && challenges.delete(proof.codeChallenge)
        const identity = judge(proof, deviceId, isAgain)
        if (proof.atSignIn === 'keep') {
          challenges.add(proof.codeChallenge)
          kept.add(keyOf(identity))
        }
        return { apiGrant: grantOf({ email: null, purpose: 'link', identity, isAtSignIn: true }).apiGrant }
      }
      return { apiGrant: grantOf({ email: null, purpose: 'link', identity: judge(proof, deviceId) }).apiGrant }
    },
    linkLogin: ({ apiGrant }, accessToken) => {
      const family = familyOf(accessToken)
      const { identity, email, purpose, isAtSignIn = false } = grants.get(apiGrant) ?? {}
      // A session that was opened just now counts as confirmed.
      if (!family.confirmed && !isAtSignIn) throw new AppError('STEP_UP_REQUIRED')
      if (email != null && purpose === 'link') {
        users.set(email, family.userId)
        return {}
      }
      if (identity === undefined || purpose !== 'link') throw new AppError('SESSION_EXPIRED')
      const owner = identities.get(keyOf(identity))?.userId ?? family.userId
      if (owner !== family.userId) throw new AppError('IDENTITY_IN_USE')
      identities.set(keyOf(identity), { userId: owner, identity })
      return {}
    },
    unlinkLogin: ({ provider, subject }, accessToken) => {
      const family = familyOf(accessToken)
      if (!family.confirmed) throw new AppError('STEP_UP_REQUIRED')
      const mine = [...identities.values()].filter((known) => known.userId === family.userId)
      const hasEmail = [...users.values()].includes(family.userId)
      if (mine.length === 1 && !hasEmail) throw new AppError('LAST_LOGIN')
      if (identities.get(keyOf({ provider, subject }))?.userId === family.userId)
        identities.delete(keyOf({ provider, subject }))
      return {}
    },
    unlinkIdentity: (_, custodyToken) => {
      if (!custodyTokens.has(custodyToken ?? '')) throw new AppError('SESSION_EXPIRED')
      return {}
    },
    listLogins: (_, accessToken) => {
      const { userId } = familyOf(accessToken)
      const mine = [...identities.values()].filter((known) => known.userId === userId)
      return {
        logins: mine.map(({ identity }) => ({
          ...identity,
          userName: identity.subject,
          email: null,
          linkedAt: '2026-01-01T00:00:00.000Z',
        })),
      }
    },
    startEmailChange: ({ email, newEmail }) => {
      const changeId = testUuid()
      changes.set(changeId, { from: email, to: newEmail, isProved: false, isDone: false })
      return { changeId, expiresInSeconds: 600, resendInSeconds: 30 }
    },
    proveOldEmail: ({ changeId, code }) => {
      const change = changeOf(changeId)
      checkCode(code, change.isProved)
      change.isProved = true
      return { ...grantOf({ email: change.from, purpose: 'confirmation' }), expiresInSeconds: 600 }
    },
    prepareEmailChange: (_, accessToken) => {
      if (!familyOf(accessToken).confirmed) throw new AppError('STEP_UP_REQUIRED')
      if (!asksDevices) return { link: null }
      const changeId = testUuid()
      joins.set(changeId, 'waiting')
      return { link: { changeId, expiresInSeconds: 1200 } }
    },
    emailChangeStatus: ({ changeId }, accessToken) => {
      familyOf(accessToken)
      return { status: joins.get(changeId) ?? 'over' }
    },
    proveNewEmail: ({ changeId, code }) => {
      const change = changeOf(changeId)
      const userId = users.get(change.isDone ? change.to : change.from) ?? ''
      if (!change.isDone) {
        if (code === '') throw new AppError('OTP_EXPIRED')
        checkCode(code, false)
        if (users.has(change.to)) throw new AppError('EMAIL_IN_USE')
        change.isDone = true
        users.delete(change.from)
        users.set(change.to, userId)
      }
      const statement = `statement.${testUuid()}.x`
      statements.set(statement, { userId, email: change.to })
      return { newEmail: change.to, statement }
    },
    finishEmailChange: ({ statement }, accessToken) => {
      const family = familyOf(accessToken)
      const { userId, email } = statements.get(statement) ?? {}
      if (userId !== family.userId || [...joins.values()].includes('waiting')) throw new AppError('SESSION_EXPIRED')
      for (const other of families) if (other.userId === userId && other.deviceId !== family.deviceId) other.over = true
      return { email, receipt: 'receipt' }
    },
    settleEmailChange: () => ({}),
    startDeviceLink: ({ email }, _, deviceId) => {
      if (!asksDevices || knownDevices.has(`${email} ${deviceId}`)) return { link: null }
      for (const link of links.values())
        if (link.email === email && link.deviceId === deviceId && link.status === 'waiting') link.status = 'over'
      const linkId = testUuid()
      links.set(linkId, { email, deviceId, status: 'waiting' })
      return { link: { linkId, number: '42', expiresInSeconds: 900, resendInSeconds: 30 } }
    },
    deviceLinkStatus: ({ linkId }) => ({ status: links.get(linkId)?.status ?? 'over' }),
    emailStart: ({ email, purpose = 'login' }) => {
      const attemptId = testUuid()
      attempts.set(attemptId, { email, purpose, used: false })
      return { attemptId, expiresInSeconds: 600, resendInSeconds: 30 }
    },
    emailVerify: ({ attemptId, code }) => {
      const attempt = attempts.get(attemptId)
      if (attempt === undefined) throw new AppError('OTP_EXPIRED')
      if (attempt.used) throw new AppError('OTP_USED')
      if (code !== rightCode) throw new AppError('OTP_INVALID', { details: { triesLeft: 2 } })
      attempt.used = true
      const userId = users.get(attempt.email) ?? testUuid()
      users.set(attempt.email, userId)
      if (misleadsTo !== null)
        return { userId: users.get(misleadsTo) ?? '', ...grantOf({ ...attempt, email: misleadsTo }) }
      return { userId, ...grantOf(attempt) }
    },
    startSession: ({ apiGrant }, _, deviceId) => {
      const grant = grants.get(apiGrant)
      const userId = grant?.purpose === 'login' ? userOf(grant) : undefined
      if (grant === undefined || userId === undefined) throw new AppError('SESSION_EXPIRED')
      const { email, identity } = grant
      if (identity === undefined && asksDevices && !knownDevices.has(`${email} ${deviceId}`)) {
        const approval = [...links.values()].find(
          (link) => link.email === email && link.deviceId === deviceId && link.status === 'approved',
        )
        if (approval === undefined) throw new AppError('DEVICE_NOT_APPROVED')
        approval.status = 'over'
      }
      knownDevices.add(`${email} ${deviceId}`)
      const family = { userId, deviceId, refreshToken: '', over: false, confirmed: false }
      families.push(family)
      const login = identity === undefined ? null : { provider: identity.provider, userName: identity.subject }
      const said =
        identity === undefined ? email : (ownEmailOf(userId) ?? (misstates ?? addresses).get(identity.subject) ?? null)
      return { userId, email: said, login, tokens: tokensFor(family), wallet: wallets.get(userId) ?? null }
    },
    refreshSession: ({ refreshToken }) => {
      const family = families.find((candidate) => candidate.refreshToken === refreshToken)
      if (family === undefined || family.over) throw new AppError('SESSION_EXPIRED')
      return { tokens: tokensFor(family) }
    },
    confirmSession: ({ apiGrant }, accessToken) => {
      const family = familyOf(accessToken)
      const grant = grants.get(apiGrant)
      if (grant?.purpose !== 'confirmation' || userOf(grant) !== family.userId) throw new AppError('SESSION_EXPIRED')
      grants.delete(apiGrant)
      family.confirmed = true
      return {}
    },
    issueIdToken: (request, accessToken) => {
      familyOf(accessToken)
      issued.push(request)
      return { idToken: 'header.claims.signature', expiresAt: 4_000_000_000 }
    },
    revokeDevice: (_, accessToken) => {
      if (!familyOf(accessToken).confirmed) throw new AppError('STEP_UP_REQUIRED')
      return {}
    },
    reportDevice: (report, accessToken) => {
      familyOf(accessToken)
      reports.push(report)
      return {}
    },
    custodyAuditLog: (_, custodyToken) => {
      if (!custodyTokens.has(custodyToken ?? '')) throw new AppError('SESSION_EXPIRED')
      return { entries: [], next: null }
    },
    endSession: ({ refreshToken }) => {
      // It forgets the whole device: all its sessions of that user, and its share.
      const ended = refreshTokens.get(refreshToken)
      for (const family of families)
        if (family.userId === ended?.userId && family.deviceId === ended.deviceId) family.over = true
      authShares.delete(ended?.deviceId ?? '')
      return {}
    },
    endAllSessions: (_, accessToken) => {
      const { userId } = familyOf(accessToken)
      for (const family of families) if (family.userId === userId) family.over = true
      return {}
    },
    getWallet: (_, accessToken) => ({ wallet: wallets.get(familyOf(accessToken).userId) ?? null }),
    putRecoveryShare: ({ recoveryShareId, sealedShare }) => {
      const kept = recoveryShares.get(recoveryShareId) ?? sealedShare
      if (kept !== sealedShare) throw new AppError('SHARE_INVALID')
      recoveryShares.set(recoveryShareId, kept)
      return { receipt: receiptOf({ recoveryShareId }) }
    },
    settleRecoveryShare: () => ({}),
    createWallet: (
      { record: first, addressProofs, changes = [], sealedAuthShare, sealedRecoveryAuthShare, receipt },
      accessToken,
    ) => {
      const { userId } = familyOf(accessToken)
      const record = changes.at(-1)?.record ?? first
      if (record.revision !== 1 + changes.length) throw new AppError('WALLET_CHANGED')
      if (changes.some((change) => change.signature !== fakeSignature(change.record)))
        throw new AppError('SHARE_INVALID')
      const committed = wallets.get(userId)
      if (committed !== undefined && committed.walletId !== record.walletId) throw new AppError('WALLET_EXISTS')
      if (receipt !== receiptOf(record) || String(addressProofs) !== String(proofsOf(first)))
        throw new AppError('SHARE_INVALID')
      wallets.set(userId, record)
      authShares.set(deviceOf(sealedAuthShare), sealedAuthShare)
      recoveryAuthShares.set(record.recoveryShareId, sealedRecoveryAuthShare)
      return { wallet: record }
    },
    replaceWallet: (
      { record, signature, addressProofs = [], sealedAuthShare, recovery, earlier = [] },
      accessToken,
    ) => {
      const family = familyOf(accessToken)
      if (!family.confirmed) throw new AppError('STEP_UP_REQUIRED')
      const committed = wallets.get(family.userId)
      if (committed?.walletId !== record.walletId) throw new AppError('WALLET_NOT_FOUND')
      const answer = { wallet: record, settlement: 'settle.record.signed' }
      if (committed.ciphertext === record.ciphertext) return answer
      if (record.revision !== committed.revision + earlier.length + 1) throw new AppError('WALLET_CHANGED')
      if (earlier.some((change) => change.signature !== fakeSignature(change.record)))
        throw new AppError('SHARE_INVALID')
      const before = earlier.at(-1)?.record ?? committed
      if (signature !== fakeSignature({ ...record, addresses: committed.addresses }))
        throw new AppError('SHARE_INVALID')
      if (String(addressProofs) !== String(proofsOf(record, before))) throw new AppError('SHARE_INVALID')
      const isRotated = record.generation !== committed.generation
      const hasNewPair = record.recoveryShareId !== committed.recoveryShareId
      if (isRotated !== (sealedAuthShare !== undefined) || hasNewPair !== (recovery !== undefined))
        throw new AppError('SHARE_INVALID')
      if (recovery !== undefined) {
        if (recovery.receipt !== receiptOf(record)) throw new AppError('SHARE_INVALID')
        recoveryAuthShares.set(record.recoveryShareId, recovery.sealedRecoveryAuthShare)
      }
      if (sealedAuthShare !== undefined) {
        for (const other of families) if (other.userId === family.userId && other !== family) other.over = true
        authShares.clear()
        authShares.set(deviceOf(sealedAuthShare), sealedAuthShare)
      }
      wallets.set(family.userId, record)
      return answer
    },
    releaseAuthShare: ({ walletId, generation, use, nonce }, accessToken, deviceId) => {
      const family = familyOf(accessToken)
      const wallet = wallets.get(family.userId)
      if (wallet?.walletId !== walletId || wallet.generation !== generation) throw new AppError('WALLET_NOT_FOUND')
      if (use !== 'unlock' && !family.confirmed) throw new AppError('STEP_UP_REQUIRED')
      const share = found(authShares.get(deviceId ?? ''))
      const sealed = use === 'unlock' ? share : share.replace('auth:', `auth-${use}:`)
      return { sealedShare: `${sealed}:${nonce}`, wallet }
    },
    putAuthShare: ({ sealedShare }, accessToken) => {
      familyOf(accessToken)
      authShares.set(deviceOf(sealedShare), sealedShare)
      return {}
    },
    releaseRecoveryShare: ({ recoveryShareId }) => ({ sealedShare: found(recoveryShares.get(recoveryShareId)) }),
    releaseRecoveryAuthShare: ({ nonce }, accessToken) => {
      const { recoveryShareId = '' } = wallets.get(familyOf(accessToken).userId) ?? {}
      const sealedShare = `${found(recoveryAuthShares.get(recoveryShareId))}:${nonce}`
      return { sealedShare, sessionId: crypto.randomUUID() }
    },
  }

  const newestSignIn = (): [string, SignIn] => {
    const newest = [...signIns].at(-1)
    if (newest === undefined) throw new Error('Nobody has begun to sign in at a provider')
    return newest
  }

  const setLinks = (status: 'approved' | 'over'): void => {
    for (const link of links.values()) if (link.status === 'waiting') link.status = status
  }

  /** `deviceId`: the device whose auth share is released; the real API knows it from the proof. */
  const apiFor = (deviceId: () => string | null): CallApi => {
    const call = async (
      name: WalletEndpointName,
      request: unknown,
      accessToken: string | undefined,
    ): Promise<unknown> => {
      if (offline) throw new AppError('SERVICE_UNREACHABLE')
      const number = calls.push(name)
      if (hook?.name === name) {
        const { work } = hook
        hook = null
        await work()
      }
      if (outage?.name === name) throw new AppError(outage.error)
      const breaksHere = fault?.at === number ? fault.when : null
      if (breaksHere === 'before') throw new AppError('SERVICE_UNREACHABLE')
      const answer = (): unknown => {
        const handle = answers[name] as
          | ((request: unknown, token: string | undefined, deviceId: string | null) => unknown)
          | undefined
        if (handle === undefined) throw new Error(`The fake api has no ${name}`)
        return handle(request, accessToken, deviceId())
      }
      const result = structuredClone(await answer())
      if (breaksHere === 'after') throw new AppError('SERVICE_UNREACHABLE')
      return result
    }
    return (name, request, options) => call(name, request, options?.accessToken) as never
  }

  return {
    apiFor,
    calls,
    wallets,
    authShares,
    reports,
    /** The ID tokens that were requested. */
    issued,
    /** Backs up both services in their current state; the returned function restores them, which ends every earlier session. */
    backUp: () => {
      const tables = [wallets, recoveryShares, recoveryAuthShares, authShares] as Map<string, unknown>[]
      const backups = tables.map((table) => new Map(table))
      return () => {
        for (const [index, table] of tables.entries()) {
          table.clear()
          for (const [key, value] of backups[index] ?? []) table.set(key, value)
        }
        for (const family of families) family.over = true
      }
    },
    /** Every user has entered a fresh code. */
    confirmAll: () => {
      for (const family of families) family.confirmed = true
    },
    /** Ends every session of every user. */
    expireAll: () => {
      for (const family of families) family.over = true
    },
    /** Custody no longer accepts the tokens that it issued. */
    expireCustody: () => custodyTokens.clear(),
    /** The user has signed in under this name at the provider (or with the app): returns the result page's data. */
    arrive: (subject: string, walletOrigin = 'https://wallet.example') => {
      const [attemptId, signIn] = newestSignIn()
      Object.assign(signIn, { status: 'arrived', subject })
      return `${walletOrigin}/social#attempt=${attemptId}&result=${signIn.result}`
    },
    /** The user has compared the number, or declined, or it took too long. */
    setSignIn: (status: 'released' | 'denied' | 'over') => {
      newestSignIn()[1].status = status
    },
    /** The provider has verified this address of theirs. */
    verify: (subject: string, address: string) => void addresses.set(subject, address),
    /** The API names another address for them than custody. */
    misstate: (subject: string, address: string) => {
      misstates = new Map([[subject, address]])
    },
    /** The logins that were linked at a sign-in. */
    kept,
    /** Makes grants expire. */
    expireGrants: () => grants.clear(),
    /** Unknown devices need a mailed link from now on. */
    askDevices: () => {
      asksDevices = true
    },
    /** The new address has agreed to join the account, or its link has ended. */
    setJoins: (status: 'approved' | 'over') => {
      for (const changeId of joins.keys()) joins.set(changeId, status)
    },
    /** Custody names another account and its email than those of the code, and the API lets this device into that account. */
    mislead: (address: string) => {
      users.set(address, testUuid())
      misleadsTo = address
    },
    /** Custody names another user than before for this email. */
    giveEmail: (address: string, userId: string) => void users.set(address, userId),
    /** The user has opened the newest link and approved. */
    approveLink: () => setLinks('approved'),
    /** Makes waiting links expire. */
    expireLinks: () => setLinks('over'),
    /** Revokes every device. */
    forgetDevices: () => {
      knownDevices.clear()
      for (const link of links.values()) link.status = 'over'
    },
    /** The users with an account. */
    emails: () => [...users.keys()],
    openSessions: () => families.filter((family) => !family.over).length,
    setOffline: (value: boolean) => {
      offline = value
    },
    /** Runs something before the next call of this name arrives. */
    beforeNext: (name: WalletEndpointName, work: () => Promise<void>) => {
      hook = { name, work }
    },
    /** Calls of this name fail until the returned function is called. */
    failAll: (name: WalletEndpointName, error: ErrorName) => {
      outage = { name, error }
      return () => {
        outage = null
      }
    },
    /** The nth call from now is lost, either on its way there or on its way back. */
    breakCall: (nth: number, when: 'before' | 'after') => {
      fault = { at: calls.length + nth, when }
    },
  }
}
export type FakeAccountApi = ReturnType<typeof fakeAccountApi>

const receiptOf = ({ recoveryShareId }: Pick<WalletRecord, 'recoveryShareId'>): string =>
  `receipt.${recoveryShareId}.signed`

const found = (share: string | undefined): string => {
  if (share === undefined) throw new AppError('WALLET_NOT_FOUND')
  return share
}
