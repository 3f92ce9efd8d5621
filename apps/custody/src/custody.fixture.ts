import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EndpointRequest, encodeBase64url, type Solution } from '@latchkey/api-client'
import { type Reply, statusAndBody } from '@latchkey/service-kit/http/reply'
import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { openLocalKeyRing } from '@latchkey/service-kit/kms/localKeyRing'
import { type LimitSettings, openLimits } from '@latchkey/service-kit/limits/limits'
import type { LogEntry } from '@latchkey/service-kit/log'
import { openProjects } from '@latchkey/service-kit/projects/projects'
import { createRateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import { createMemoryRateLimits } from '@latchkey/service-kit/rateLimits/memoryRateLimits'
import { defaultRetention, removeExpired } from '@latchkey/service-kit/retention/startRetention'
import { copyTemplate } from '@latchkey/service-kit/test/template'
import { createTestClock } from '@latchkey/service-kit/test/testClock'
import { createTestMailbox } from '@latchkey/service-kit/test/testMailbox'
import { inject } from 'vitest'
import { type CustodyDeps, createCustodyHandlers } from './createCustodyHandlers.ts'
import { custodyRetention } from './custodyRetention.ts'

export const dappOrigin = 'https://shop.example'
export const walletOrigin = 'https://wallet.example'
/** The same for every wallet here. */
export const recoveryShareId = randomUUID()
export const newEmail = (): string => `${randomUUID()}@example.com`

const bodyOf = async <body>(answer: Promise<body | Reply<body>>): Promise<body> =>
  statusAndBody(await answer).body as body

/** Opens custody without HTTP, over a separate database. */
export async function openCustody({
  limits = { calls: false, mails: false },
  identityProviders = {},
  farcaster = null,
  fetch = () => Promise.reject(new TypeError('no network')),
}: Partial<Pick<CustodyDeps, 'identityProviders' | 'farcaster' | 'fetch'>> & { limits?: LimitSettings } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-custody-'))
  const projectsFile = join(folder, 'projects.json')
  writeFileSync(projectsFile, JSON.stringify([{ id: 'shop', name: 'Shop', origins: [dappOrigin] }]))
  const database = await copyTemplate(inject('databaseTemplate'))
  const kms = openLocalKeyRing(join(folder, 'custody.json'))
  const keyring = await openAuthorityKeyring('custody', database, kms)
  const apiPair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const clock = createTestClock()
  const mailbox = createTestMailbox()
  const opened = openLimits(limits)
  const log: LogEntry[] = []
  const handlers = createCustodyHandlers({
    database,
    kms,
    keyring,
    projects: openProjects(projectsFile, () => {}),
    mailer: mailbox,
    clock,
    limits: opened,
    limiter: createRateLimiter({ limits: opened, rateLimits: createMemoryRateLimits(), kms, clock }),
    identityProviders,
    farcaster,
    fetch,
    apiKey: async () => apiPair.publicKey,
    walletOrigin,
    health: () => Promise.reject(new Error('not asked for')),
    log: (entry) => log.push(entry),
  })

  /** A device at a network address. */
  const device = async (ipAddress = '192.0.2.7') => {
    const hpke = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
    const hpkePublicKey = encodeBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', hpke.publicKey)))
    const deviceId = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)))
    const caller = {
      ipAddress,
      userAgent: '',
      origin: null,
      device: { deviceId, hpkePublicKey },
    }
    const withToken = (userId: string) => ({ ...caller, token: { sub: userId, cnf: { jkt: deviceId } } })
    const wallet = (walletId: string, generation: number) => ({ walletId, generation, recoveryShareId })
    return {
      deviceId,
      hpke,
      hpkePublicKey,
      start: (email: string, about: { projectId?: string; dappOrigin?: string; solution?: Solution } = {}) =>
        bodyOf(handlers.emailStart({ projectId: 'shop', dappOrigin, email, ...about }, caller, undefined)),
      verify: (attemptId: string, code: string) => bodyOf(handlers.emailVerify({ attemptId, code }, caller, undefined)),
      putShare: (userId: string, walletId: string, generation: number, sealedShare: string) =>
        bodyOf(
          handlers.putRecoveryShare(
            { ...wallet(walletId, generation), revision: 1, sealedShare },
            withToken(userId),
            undefined,
          ),
        ),
      releaseShare: (userId: string, walletId: string, generation: number) =>
        bodyOf(handlers.releaseRecoveryShare(wallet(walletId, generation), withToken(userId), undefined)),
      checkSignIn: (asked: EndpointRequest<'checkSignIn'>) => bodyOf(handlers.checkSignIn(asked, caller, undefined)),
      logInSocially: (login: EndpointRequest<'socialVerify'>) =>
        bodyOf(handlers.socialVerify(login, caller, undefined)),
      logInByFarcaster: (login: EndpointRequest<'farcasterVerify'>) =>
        bodyOf(handlers.farcasterVerify(login, caller, undefined)),
      link: (userId: string, login: EndpointRequest<'linkIdentity'>) =>
        bodyOf(handlers.linkIdentity(login, withToken(userId), undefined)),
      unlink: (userId: string, identity: EndpointRequest<'unlinkIdentity'>) =>
        bodyOf(handlers.unlinkIdentity(identity, withToken(userId), undefined)),
      /** Returns a user's log, newest first. */
      eventsOf: async (userId: string) =>
        (await bodyOf(handlers.custodyAuditLog({}, withToken(userId), undefined))).entries.map(({ event }) => event),
      /** Runs a whole sign-in. */
      async prove(email: string) {
        const { attemptId } = await this.start(email)
        return this.verify(attemptId, mailbox.codeFor(email))
      },
    }
  }
  return {
    database,
    kms,
    keyring,
    clock,
    mailbox,
    log,
    device,
    /** Removes expired rows. */
    clean: () => removeExpired({ authority: 'custody', database, rules: custodyRetention(defaultRetention), clock }),
    /** Signs as the api does. */
    apiSigner: { privateKey: apiPair.privateKey, kid: 'api' },
    async [Symbol.asyncDispose]() {
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export type Custody = Awaited<ReturnType<typeof openCustody>>
