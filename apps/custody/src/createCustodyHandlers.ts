import { readAuditPage } from '@latchkey/service-kit/audit/auditLog'
import { createChallenges } from '@latchkey/service-kit/challenges/createChallenges'
import type { Clock } from '@latchkey/service-kit/clock'
import type { Database } from '@latchkey/service-kit/db/database'
import { openFarcaster } from '@latchkey/service-kit/farcaster/openFarcaster'
import type { Handlers } from '@latchkey/service-kit/http/handlers'
import type { AuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import type { VerifyingKeys } from '@latchkey/service-kit/keys/tokens'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import type { Limits } from '@latchkey/service-kit/limits/limits'
import { type Log, silentLog } from '@latchkey/service-kit/log'
import type { IdentityProviders } from '@latchkey/service-kit/loginProviders/identity'
import { networkMac, noteNetwork } from '@latchkey/service-kit/mail/knownNetworks'
import type { Mailer } from '@latchkey/service-kit/mail/mail'
import type { Metrics } from '@latchkey/service-kit/metrics/createMetrics'
import type { Projects } from '@latchkey/service-kit/projects/projects'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import type { FarcasterSettings } from '@latchkey/service-kit/settings/farcasterFields'
import { createCustodyAudit } from './custodyAudit.ts'
import { createAttemptStore } from './email/attemptStore.ts'
import { createCodeGuard } from './email/createCodeGuard.ts'
import { findAccountByCode, linkEmail } from './email/linkEmail.ts'
import { startEmail } from './email/startEmail.ts'
import { verifyEmail } from './email/verifyEmail.ts'
import {
  proveNewEmail,
  proveOldEmail,
  settleEmailChange,
  startEmailChange,
  undoEmailChange,
} from './emailChange/changeEmail.ts'
import { createEmailChangeStore } from './emailChange/emailChangeStore.ts'
import { checkSignIn } from './identity/checkSignIn.ts'
import { createIdentityStore } from './identity/identityStore.ts'
import { openIdentityJudges } from './identity/openIdentityJudges.ts'
import { findAccount, linkIdentity, unlinkIdentity, verifyIdentity } from './identity/verifyIdentity.ts'
import { keepRecoveryShare } from './recoveryShare/keepRecoveryShare.ts'
import { createRecoveryShareStore } from './recoveryShare/recoveryShareStore.ts'
import { releaseRecoveryShare } from './recoveryShare/releaseRecoveryShare.ts'
import { settleRecoveryShare } from './recoveryShare/settleRecoveryShare.ts'

export type CustodyDeps = {
  /** Used only in custody's own role. */
  database: Database
  /** Custody's own; the api has another. */
  kms: Kms
  /** Custody's own, out of `database` and `kms`. */
  keyring: AuthorityKeyring
  projects: Projects
  mailer: Mailer
  clock: Clock
  /** Links in mails lead there. */
  walletOrigin: string
  /** Caps on mailed codes, and on recovery shares that are kept and released. */
  limits: Limits
  limiter: RateLimiter
  identityProviders: IdentityProviders
  /** Null: no sign-in with Farcaster. */
  farcaster: FarcasterSettings | null
  /** Fetches providers' keys, and calls the relay and the chain. */
  fetch: typeof globalThis.fetch
  /** Verifies the api's statements about commits and sign-ins. */
  apiKey: () => Promise<VerifyingKeys>
  health: Handlers<'custody'>['custodyHealth']
  /** Default: no log. */
  log?: Log
  /** Default: no metrics. */
  metrics?: Metrics
}

/** Custody's handlers: they prove emails and identities, and store recovery shares. */
export function createCustodyHandlers(deps: CustodyDeps): Handlers<'custody'> {
  const { database, kms, keyring, projects, mailer, clock, limits, limiter, health, walletOrigin } = deps
  const attempts = createAttemptStore(database)
  const shares = createRecoveryShareStore(database)
  const audit = createCustodyAudit(database, clock)
  const changes = createEmailChangeStore(database)
  const signer = keyring.signing
  const { log = silentLog, metrics } = deps
  const guard = createCodeGuard({ limiter, log, metrics, now: () => clock.now().getTime() })
  const challenges = createChallenges({ authority: 'custody', kms, clock })
  const gate = { limits, limiter, challenges, clock, isBraking: guard.isBraking }
  const { apiKey } = deps
  const emailDeps = {
    apiKey,
    ...{ attempts, changes, projects, kms, mailer, clock, limits, gate, signer, audit, walletOrigin },
    noteWrongCode: guard.noteWrong,
    async noteNetwork({ userId, email, ipAddress }: { userId: string; email: string; ipAddress: string }) {
      const mac = await networkMac(kms, email, ipAddress)
      await database.statement('custody', (sql) => noteNetwork(sql, { userId, mac, now: clock.now() }))
    },
  }
  const identityDeps = {
    identities: createIdentityStore(database),
    judges: openIdentityJudges(deps.identityProviders, deps),
    farcaster: openFarcaster(deps.farcaster, deps),
    ...{ kms, clock, walletOrigin, apiKey, signer, limits },
  }
  /** Returns the current limit for a caller. */
  const shareDeps = ({ ipAddress }: { ipAddress: string }) => {
    const perHour = limits.find('recoverySharesPerUserHour', { ipAddress, projectId: null })?.max ?? null
    return { shares, keyring, kms, clock, apiKey, perHour }
  }
  return {
    custodyHealth: health,
    custodyKeys: async () => {
      await keyring.refresh()
      return keyring.published
    },
    emailStart: (request, { device: { deviceId }, ipAddress, userAgent }) =>
      startEmail(emailDeps, { ...request, deviceId, ipAddress, userAgent }),
    emailVerify: (request, { device, ipAddress }) => verifyEmail(emailDeps, { ...request, ...device, ipAddress }),
    checkSignIn: (request, { device }) => checkSignIn(identityDeps, request, device),
    findAccount: (request, { device }) =>
      'code' in request
        ? findAccountByCode(emailDeps, { ...request, ...device })
        : findAccount(identityDeps, request, device),
    socialVerify: (request, { device }) => verifyIdentity(identityDeps, request, device),
    farcasterVerify: (request, { device }) => verifyIdentity(identityDeps, request, device),
    linkIdentity: (request, { token: { sub: userId }, device }) =>
      'code' in request
        ? linkEmail(emailDeps, { ...request, ...device, userId, mayKeep: request.atSignIn === 'keep' })
        : linkIdentity(identityDeps, request, { device, userId }),
    unlinkIdentity: (request, { token, device: { deviceId } }) =>
      unlinkIdentity(identityDeps, request, { deviceId, userId: token.sub }),
    startEmailChange: (request, caller) => startEmailChange(emailDeps, request, caller),
    proveOldEmail: (request, caller) => proveOldEmail(emailDeps, request, caller),
    proveNewEmail: (request, caller) => proveNewEmail(emailDeps, request, caller),
    settleEmailChange: (request) => settleEmailChange(emailDeps, request),
    undoEmailChange: (request) => undoEmailChange(emailDeps, request),
    putRecoveryShare: (request, { token, device: { deviceId }, ...caller }) =>
      keepRecoveryShare(shareDeps(caller), { ...request, userId: token.sub, deviceId }),
    releaseRecoveryShare: (request, { token, device, ...caller }) =>
      releaseRecoveryShare(shareDeps(caller), { ...request, userId: token.sub }, device),
    settleRecoveryShare: (request, { token, device: { deviceId }, ...caller }) =>
      settleRecoveryShare(shareDeps(caller), { ...request, userId: token.sub, deviceId }),
    custodyAuditLog: (page, { token }) => database.transaction('custody', (sql) => readAuditPage(sql, token.sub, page)),
  }
}
