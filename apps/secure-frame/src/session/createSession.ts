import type { WalletRecord } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import { isOidcProvider, isWindowProvider } from '@latchkey/protocol/loginProviders'
import type { Appearance } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { SmartAccount } from '../smartAccount/SmartAccount.ts'
import { createAccessTokens } from './accessTokens.ts'
import { asCaller, type Caller, type Namespace } from './Caller.ts'
import type { CallAuthorised } from './callApi.ts'
import { commitChange } from './commitChange.ts'
import { accountTypeOn, isAgreed, isConsentOf, letsKnow, withAccountType, withConsent, withScopes } from './consents.ts'
import { createShareUse } from './createShareUse.ts'
import { createEmailLogin } from './emailLogin.ts'
import { createFarcasterLogin } from './farcasterLogin.ts'
import type { Found } from './findAccount.ts'
import { finishLeftChange } from './finishLeftChange.ts'
import { type Entered, type FoundAccount, linkFound } from './foundAccount.ts'
import { type EntryWay, holderOf, requireSameAccount } from './holder.ts'
import { createAccountOpening, type Login, type Reached, type Verified } from './openAccount.ts'
import { createOpeningByIdentity, identify } from './openByIdentity.ts'
import { orAborted } from './orAborted.ts'
import { chainIn, namespaceOf, type PageChains, switchedTo, withChain } from './pageChains.ts'
import type { Session, SessionDeps } from './Session.ts'
import type { Account, SessionState } from './SessionState.ts'
import { shareWait } from './shareWait.ts'
import { startSocialAttempt } from './socialAttempt.ts'
import { createSocialLogin } from './socialLogin.ts'
import { afterEnding, endOf, endsBeside, type StoredItems, type StoredSession, withRevocations } from './storedItems.ts'
import { within } from './within.ts'

/** How long signing out waits, for the service to answer, to hear of it, and in all, so that it answers within the client's 3 s, in milliseconds. */
const askPatienceMs = 1_000
const deliveryPatienceMs = 1_500
const signOutPatienceMs = 2_500
/** How long it is waited for the service to say whether a session is still good, in milliseconds. */
const confirmPatienceMs = 1_500
/** How long IS_CONNECTED waits for the vault, in milliseconds. */
const vaultPatienceMs = 5_000

/** Of a login at a provider the email is what the provider says, and proves nothing. */
const isSameEmail = (session: StoredSession | null, email: string): session is StoredSession =>
  session?.login === null && session.email?.toLowerCase() === email.trim().toLowerCase()

/** What the service says when a session is over, or its device key is gone. */
const isOver = (error: unknown): boolean => isAppError(error, 'SESSION_EXPIRED') || isAppError(error, 'PROOF_INVALID')

/**
 * Who is signed in and what they have agreed to. The store is the truth, shared by all tabs of the site; this document
 * holds only the access token and what it has already seen of the store.
 */
export const createSession = (deps: SessionDeps): Session => {
  const { api, vault, store } = deps
  const tokens = createAccessTokens(deps)
  const openAccount = createAccountOpening(deps)
  const openByIdentity = createOpeningByIdentity({ api, openAccount })
  const byEmail = createEmailLogin({ ...deps, openAccount })
  const social = createSocialLogin({ ...deps, openByIdentity })
  const farcaster = createFarcasterLogin({ ...deps, openByIdentity })
  let state: SessionState = { kind: 'signedOut' }
  let unlocking: Promise<void> | null = null
  /** For a page that nobody has signed in on. */
  let chainsBeforeLogin: PageChains = { chainId: deps.defaultChainId }

  const leave = async (ending: 'signOut' | 'expiry'): Promise<void> => {
    if (state.kind === 'signedOut') return
    state = { kind: 'signedOut' }
    tokens.forget()
    deps.onEnd(ending)
    await vault.lock(undefined)
  }

  /** End the session unless a newer one has replaced it. */
  const end = async (sessionId: string): Promise<void> => {
    await store.update((items) => (items.session?.sessionId === sessionId ? afterEnding(items, 'expiry') : items))
    await leave('expiry')
    deps.tellTabs()
  }

  /** Bring the state in line with the store. */
  const look = async (items: StoredItems): Promise<Account | null> => {
    const { session } = items
    if (session === null) {
      // Another tab did it.
      await leave('signOut')
      return null
    }
    if (state.kind !== 'signedOut' && state.account.sessionId === session.sessionId) {
      if (state.account.email !== session.email) {
        state = { ...state, account: { ...state.account, email: session.email } }
      }
      return state.account
    }
    const { wallet, unlocked } = await vault.status(undefined)
    if (wallet === null || wallet.state !== 'ready' || wallet.record.userId !== session.userId) {
      // The vault's storage was cleared while ours was not: this device is nobody's.
      await end(session.sessionId)
      return null
    }
    const account = accountOf(session, wallet.record)
    state = { kind: unlocked ? 'unlocked' : 'locked', account }
    return account
  }

  /** `chainId`: with the kind of account that the person would have on this page, if this chain has it. */
  const guard = async (page: Page, namespace: Namespace = 'eip155', chainId?: string): Promise<Caller | null> => {
    const items = await store.read()
    // Before anybody else is asked: how long this takes must not tell a page whether somebody is signed in.
    if (items.session !== null && !isAgreed(items, page)) return null
    const account = await look(items)
    if (account === null) return null
    const isSmart = chainId !== undefined && accountTypeOn(items, page) === 'smartAccount'
    const smartAccount = isSmart ? await deps.smartAccountOn(chainId, account.addresses.eip155) : null
    return callerOf(page, account, namespace, smartAccount)
  }

  /** SESSION_EXPIRED when the service says so, and TIMEOUT when it says nothing for a while. */
  const confirm = (sessionId: string): Promise<unknown> =>
    within(confirmPatienceMs, endWhenOver(sessionId, tokens.current(sessionId)))

  const accountFor = async (caller: Caller): Promise<Account> => {
    const account = await look(await store.read())
    if (account?.sessionId !== caller.sessionId) throw new AppError('UNAUTHORIZED')
    return account
  }

  const endWhenOver = async <result>(sessionId: string, work: Promise<result>): Promise<result> => {
    try {
      return await work
    } catch (error) {
      if (!isOver(error)) throw error
      await end(sessionId)
      throw new AppError('SESSION_EXPIRED', { cause: error })
    }
  }

  const authorised =
    (sessionId: string): CallAuthorised =>
    async (name, request) => {
      const accessToken = await endWhenOver(sessionId, tokens.current(sessionId))
      try {
        return await api(name, request, { accessToken })
      } catch (error) {
        if (!isOver(error)) throw error
      }
      // The token was too old, the session is over, or it is the request that has expired: the service renews the token
      // in the first case and in the last.
      return await api(name, request, { accessToken: await endWhenOver(sessionId, tokens.renew(sessionId)) })
    }

  const withShare = createShareUse({ vault, authorised, end })

  const openVault = async (account: Account): Promise<void> => {
    // Somebody else may have begun to sign in here.
    await vault.useWalletOf({ userId: account.userId })
    await withShare(account, 'unlock', (released) => vault.unlock(released))
    if (state.kind === 'locked' && state.account.sessionId === account.sessionId) state = { ...state, kind: 'unlocked' }
  }

  const unlock = async (account: Account): Promise<void> => {
    if (state.kind === 'unlocked') return
    unlocking ??= openVault(account).finally(() => {
      unlocking = null
    })
    await unlocking
  }

  /** Never while a login is being finished: the service ends what a device has by then, whenever it began. */
  const deliverEnds = (): Promise<void> =>
    deps.lock('latchkey-ends', async () => {
      const { pendingEnds } = await store.read()
      // Signing out has deleted the device key; whoever holds the refresh token may end its session with any.
      if (pendingEnds.length > 0) await vault.openDevice(undefined)
      for (const { refreshToken } of pendingEnds) {
        await api('endSession', { refreshToken })
        await store.update((items) => ({
          ...items,
          pendingEnds: items.pendingEnds.filter((pending) => pending.refreshToken !== refreshToken),
        }))
      }
    })

  /** Whoever finishes a login is signed in, and has agreed to the page. Aborting drops the login. `linked`: another login of theirs. */
  const enter = async (
    page: Page,
    login: { finish: () => Promise<Login>; drop: () => void },
    signal: AbortSignal | undefined,
    linked: Found | null = null,
  ): Promise<Entered> =>
    deps.lock('latchkey-ends', async () => {
      const drop = (): void => {
        login.drop()
        void vault.closeScreen(undefined).catch(() => undefined)
      }
      signal?.addEventListener('abort', drop)
      const finish = async (): Promise<Login> => {
        try {
          const finished = await login.finish()
          signal?.throwIfAborted()
          return finished
        } catch (error) {
          if (!signal?.aborted && !isAppError(error, 'ABORTED')) throw error
          // It may have gone as far as to open the vault.
          if (state.kind === 'signedOut') await vault.lock(undefined)
          throw new AppError('ABORTED', { cause: error })
        } finally {
          signal?.removeEventListener('abort', drop)
        }
      }
      const { tokens: first, wallet, custodyToken, ...person } = await finish()
      const failure = linked === null ? null : await linkFound(api, linked.proof, { tokens: first, custodyToken })
      const sessionId = crypto.randomUUID()
      const session: StoredSession = { sessionId, ...person, refreshToken: first.refreshToken }
      await store.update((items) => {
        const former = items.session
        // Somebody else was signed in here: they are signed out.
        const kept = former !== null && former.userId !== session.userId ? afterEnding(items, 'signOut') : items
        const ends = former === null ? kept.pendingEnds : [...kept.pendingEnds, endOf(former)]
        const consents = withConsent(kept, page, session.userId, chainsBeforeLogin)
        const holder = holderOf(items, session, linked === null || failure !== null ? null : wayOf(linked))
        return { ...kept, session, consents, pendingEnds: endsBeside(ends, session), holder, emailChange: null }
      })
      if (state.kind !== 'signedOut') deps.onEnd('signOut')
      // Whatever else was begun is not what this person has chosen.
      social.drop()
      farcaster.drop()
      tokens.adopt(sessionId, first)
      const { unlocked } = await vault.status(undefined)
      const account = accountOf(session, wallet)
      state = { kind: unlocked ? 'unlocked' : 'locked', account }
      deps.tellTabs()
      await reportRevocations(account)
      return { caller: callerOf(page, account, 'eip155'), failure }
    })

  /** The service may have been restored from a backup of before. It hears of them again at the next sign-in if it does not now. */
  const reportRevocations = async ({ userId, sessionId }: Account): Promise<void> => {
    const { revocations } = await store.read()
    const revokedDeviceIds = revocations.filter((one) => one.userId === userId).map(({ deviceId }) => deviceId)
    if (revokedDeviceIds.length === 0) return
    await within(deliveryPatienceMs, authorised(sessionId)('reportDevice', { revokedDeviceIds })).catch(() => undefined)
  }

  const enterByCode = (
    page: Page,
    code: string,
    { onVerified, signal, appearance }: Parameters<Session['finishEmail']>[2] = {},
    linked: Found | null = null,
  ): Promise<Entered> =>
    enter(
      page,
      { finish: () => byEmail.finish(page, code, { onVerified, appearance }), drop: byEmail.drop },
      signal,
      linked,
    )

  const accountFound = (page: Page, found: Found, separate: FoundAccount['separate']): FoundAccount => ({
    ...found.account,
    kind: 'account',
    provider: 'provider' in found.proof ? found.proof.provider : 'email',
    separate,
    byCode: {
      start: () => byEmail.start(page, found.account.email),
      approval: byEmail.approval,
      finish: (code, options) => enterByCode(page, code, options, found),
    },
    async byProvider(other, appearance) {
      if (!isWindowProvider(other)) throw new AppError('NOT_ENABLED')
      const attempt = await startSocialAttempt(deps, page, other, 'login')
      const { uri, attemptId, number, deviceId } = attempt
      const reached: Reached = { by: { provider: other }, deviceId, verified: null, opened: null }
      const finish = async (handed: string, signal: AbortSignal): Promise<Entered> => {
        const result = await attempt.arrival(handed, signal)
        const prove = () => attempt.prove(result)
        const verified = await identify(api, reached, prove, true)
        // Another account than the one that was found: the api has put in the answer of another user.
        if ('loginEmail' in verified && ![verified.email, verified.loginEmail].includes(found.account.email))
          throw new AppError('ACCOUNT_MISMATCH')
        const login = () => openByIdentity(page, reached, prove, appearance(), true)
        const entered = await enter(page, { finish: login, drop: () => undefined }, signal, found)
        // Its code is spent.
        if (!('provider' in found.proof)) byEmail.drop()
        return entered
      }
      return { uri, comesBack: { attemptId, number }, finish }
    },
  })

  const waitForFarcaster = shareWait(async (signal): Promise<void> => {
    for (;;) {
      const { page, finish } = await farcaster.signature(signal)
      try {
        return void (await enter(page, { finish, drop: farcaster.drop }, signal))
      } catch (error) {
        // Dropped by something else than those who wait: they go on waiting.
        if (signal.aborted || !isAppError(error, 'ABORTED')) throw error
      }
    }
  })

  const changeChains = async (page: Page, change: (chains: PageChains) => PageChains): Promise<void> => {
    chainsBeforeLogin = change(chainsBeforeLogin)
    await store.update((items) => {
      const isMine = items.session === null ? () => false : isConsentOf(page, items.session.userId)
      return {
        ...items,
        consents: items.consents.map((consent) => (isMine(consent) ? { ...consent, ...change(consent) } : consent)),
      }
    })
  }

  const rename = async (sessionId: string, email: string): Promise<void> => {
    const items = await store.update((items) =>
      items.session?.sessionId === sessionId
        ? {
            ...items,
            session: { ...items.session, email },
            holder: holderOf(items, { ...items.session, email, login: null }),
          }
        : items,
    )
    await look(items)
    deps.tellTabs()
  }

  const resume = async (page: Page, email: string): Promise<boolean> => {
    const caller = await guard(page)
    if (caller === null || !isSameEmail((await store.read()).session, email)) return false
    try {
      await unlock(await accountFor(caller))
      return true
    } catch (error) {
      if (!isAppError(error, 'SESSION_EXPIRED')) throw error
      return false
    }
  }

  /** The wallet as the services have it now, of a session that has ended here. */
  const walletOf = async ({ refreshToken }: StoredSession): Promise<WalletRecord | null> => {
    const { accessToken } = (await api('refreshSession', { refreshToken })).tokens
    return (await api('getWallet', {}, { accessToken })).wallet
  }

  return {
    deliverEnds,
    async caller(page, namespace) {
      const caller = await guard(page, namespace)
      if (caller === null) throw new AppError('UNAUTHORIZED')
      return caller
    },
    async callerOn(page, chainId) {
      const caller = await guard(page, namespaceOf(chainId), chainId)
      if (caller === null) throw new AppError('UNAUTHORIZED')
      return caller
    },
    async preferAccount(page, accountType) {
      await store.update((items) => withAccountType(items, page, accountType))
    },
    async letsKnow(caller, scopes) {
      return letsKnow(await store.read(), caller, scopes)
    },
    async letKnow(caller, scopes) {
      await store.update((items) => withScopes(items, caller, scopes))
      await accountFor(caller)
    },
    async isConnected(page) {
      const items = await store.read()
      if (!isAgreed(items, page)) return false
      try {
        const caller = await within(vaultPatienceMs, guard(page))
        if (caller !== null) await confirm(caller.sessionId)
        return caller !== null
      } catch (error) {
        return !isAppError(error, 'SESSION_EXPIRED')
      }
    },
    resume,
    async findPerson(email) {
      const items = await store.read()
      if (!isSameEmail(items.session, email)) return null
      const person = await look(items)
      if (person === null) return null
      try {
        await confirm(person.sessionId)
      } catch (error) {
        if (isAppError(error, 'SESSION_EXPIRED')) return null
      }
      return person
    },
    async agree(page, person) {
      const items = await store.update((items) =>
        items.session?.sessionId === person.sessionId
          ? { ...items, consents: withConsent(items, page, person.userId, chainsBeforeLogin) }
          : items,
      )
      const account = await look(items)
      if (account?.sessionId !== person.sessionId) throw new AppError('UNAUTHORIZED')
      deps.tellTabs()
      return callerOf(page, account, 'eip155')
    },
    startEmail: byEmail.start,
    awaitApproval: byEmail.approval,
    async finishEmail(page, code, { onFound, ...options } = {}) {
      const found = await byEmail.find(code)
      options.signal?.throwIfAborted()
      if (found === null) return (await enterByCode(page, code, options)).caller
      if (onFound === undefined) throw new AppError('CONTINUE_IN_WALLET')
      const separate: FoundAccount['separate'] = async (appearance, signal) =>
        (await enterByCode(page, code, { appearance, signal })).caller
      return await onFound(accountFound(page, found, separate))
    },
    startSocial: social.start,
    finishSocial: (page, uri, { signal, appearance, onFound }) =>
      orAborted(signal, async () => {
        const { provider, find, identify, finish } = await social.arrival(page, uri, signal)
        const separate = async (as: Appearance | undefined, until?: AbortSignal): Promise<Caller> =>
          (await enter(page, { finish: () => finish(as), drop: social.drop }, until)).caller
        const found = await find()
        if (found !== null) return await onFound(accountFound(page, found, separate))
        const verified = page.profile === 5 && isOidcProvider(provider) ? await identify() : null
        if (verified === null || (await store.read()).holder?.userId === verified.userId)
          return await separate(appearance, signal)
        await requireSameAccount({ store, vault }, { userId: verified.userId, by: { provider } })
        return await onFound({ kind: 'newHere', provider, email: loginEmailOf(verified), confirm: separate })
      }),
    startFarcaster: farcaster.start,
    finishFarcaster: (signal) => orAborted(signal, () => waitForFarcaster(signal)),
    dropFarcaster: farcaster.drop,
    async email(caller) {
      return (await accountFor(caller)).email
    },
    async login(caller) {
      return (await accountFor(caller)).login
    },
    async revokeDevice(caller, deviceId) {
      const { sessionId, userId } = await accountFor(caller)
      await authorised(sessionId)('revokeDevice', { deviceId })
      await store.update((items) => ({ ...items, revocations: withRevocations(items, userId, [deviceId]) }))
    },
    renameEmail: ({ sessionId }, email) => rename(sessionId, email),
    finishLeft: () => finishLeftChange({ api, store, authorised, rename }),
    async unlock(caller) {
      await unlock(await accountFor(caller))
    },
    async wallet(caller) {
      const { walletId } = await accountFor(caller)
      const { wallet } = await vault.status(undefined)
      if (wallet?.record.walletId !== walletId) throw new AppError('UNAUTHORIZED')
      return wallet.record
    },
    async changeWallet(caller, change, { appearance, callCustody }) {
      const account = await accountFor(caller)
      const prepared = await withShare(account, 'change', (released) =>
        vault.changeWallet({ ...released, change, appearance }),
      )
      try {
        await commitChange({ call: authorised(account.sessionId), callCustody, prepared })
      } catch (error) {
        // It may have been committed all the same, or another device was faster: the vault hears of either.
        await openVault(account).catch(() => undefined)
        throw error
      }
      await openVault(account)
    },
    async revealKeys(caller, { appearance }) {
      const { seen } = await withShare(await accountFor(caller), 'export', (released) =>
        vault.revealKeys({ ...released, appearance }),
      )
      return seen
    },
    async makeRecoveryFile(caller, { appearance }) {
      const { file } = await withShare(await accountFor(caller), 'export', (released) =>
        vault.makeRecoveryFile({ ...released, appearance }),
      )
      return new Uint8Array(file)
    },
    async closeScreen() {
      await vault.closeScreen(undefined)
    },
    async call(caller, name, request) {
      const { sessionId } = await accountFor(caller)
      return await authorised(sessionId)(name, request)
    },
    async lock() {
      if (state.kind === 'unlocked') state = { kind: 'locked', account: state.account }
      await vault.lock(undefined)
    },
    async sign(caller, content) {
      const { address, smartAccount } = caller
      const isOwn = [address, smartAccount?.owner ?? address].some((own) => isSameAddress(content.address, own))
      if (!isOwn) throw new AppError('UNAUTHORIZED')
      const account = await accountFor(caller)
      await unlock(account)
      try {
        return new Uint8Array((await vault.sign(content)).signature)
      } catch (error) {
        if (!isAppError(error, 'VAULT_LOCKED')) throw error
        // The vault locked itself after a while without use.
        state = { kind: 'locked', account }
        await unlock(account)
        return new Uint8Array((await vault.sign(content)).signature)
      }
    },
    async chainOf(page, namespace) {
      const { session, consents } = await store.read()
      const consent = session === null ? undefined : consents.find(isConsentOf(page, session.userId))
      const chains = consent ?? chainsBeforeLogin
      return namespace === undefined ? chains.chainId : chainIn(chains, namespace)
    },
    setChain: (page, chainId) => changeChains(page, (chains) => withChain(chains, chainId)),
    switchChain: (page, chainId) => changeChains(page, (chains) => switchedTo(chains, chainId)),
    async signOut(page, known) {
      const items = await store.read()
      const { session } = items
      if (session === null || !isAgreed(items, page)) return
      await store.update((items) => {
        if (items.session?.sessionId !== session.sessionId) return items
        const rest = afterEnding(items, 'signOut')
        return { ...rest, pendingEnds: [...rest.pendingEnds, endOf(items.session)] }
      })
      // What is gone is gone; the rest is given its time, and goes on when that is over.
      const cleanUp = async (): Promise<void> => {
        await leave('signOut')
        deps.tellTabs()
        const wallet = known ?? (await within(askPatienceMs, walletOf(session)).catch(() => null))
        // First: a page that is loaded again meanwhile must not sign in with a device that the service is about to forget.
        await vault.forgetDevice({ userId: session.userId, ...(wallet !== null && !session.isOnlyCopy && { wallet }) })
        await within(deliveryPatienceMs, deliverEnds()).catch(() => undefined)
      }
      await within(signOutPatienceMs, cleanUp()).catch(() => undefined)
    },
    async refresh() {
      await look(await store.read())
      return state
    },
  }
}

/** By what else its user signs in, once it is linked. */
const wayOf = ({ account, proof }: Found): EntryWay =>
  'provider' in proof ? { provider: proof.provider } : { email: account.email }

const loginEmailOf = (verified: Verified): string | null => ('loginEmail' in verified ? verified.loginEmail : null)

const callerOf = (
  page: Page,
  { userId, sessionId, addresses }: Account,
  namespace: Namespace,
  smartAccount: SmartAccount | null = null,
): Caller => asCaller(page, { userId, sessionId, address: addresses[namespace] }, smartAccount)

/** Hex may be written in either case; base58 means its case. */
const isSameAddress = (one: string, other: string): boolean =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())

const accountOf = (
  session: StoredSession,
  { walletId, addresses }: Pick<WalletRecord, 'walletId' | 'addresses'>,
): Account => {
  const [eip155] = addresses.eip155
  const [solana] = addresses.solana
  if (eip155 === undefined || solana === undefined) throw new AppError('INTERNAL')
  return {
    sessionId: session.sessionId,
    userId: session.userId,
    email: session.email,
    login: session.login,
    walletId,
    addresses: { eip155, solana },
  }
}
