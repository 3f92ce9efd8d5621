import { readAuditPage } from '../audit/auditLog.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Handlers } from '../http/handlers.ts'
import type { AuthorityKeyring } from '../keys/authorityKeyring.ts'
import type { Kms } from '../kms/kms.ts'
import type { Mailer } from '../mail/mail.ts'
import type { Projects } from '../projects/projects.ts'
import { createCustodyAudit } from './custodyAudit.ts'
import { createAttemptStore } from './email/attemptStore.ts'
import type { EmailLimits } from './email/emailLimits.ts'
import { startEmail } from './email/startEmail.ts'
import { verifyEmail } from './email/verifyEmail.ts'
import { keepRecoveryShare } from './recoveryShare/keepRecoveryShare.ts'
import { createRecoveryShareStore } from './recoveryShare/recoveryShareStore.ts'
import { releaseRecoveryShare } from './recoveryShare/releaseRecoveryShare.ts'

export type CustodyDeps = {
  /** Used in custody's own role alone. */
  database: Database
  /** Custody's own; the api has another. */
  kms: Kms
  /** Custody's own, out of `database` and `kms`. */
  keyring: AuthorityKeyring
  projects: Projects
  mailer: Mailer
  clock: Clock
  /** Caps on mailed codes; null for none, on a machine of one's own. */
  limits: EmailLimits | null
  health: Handlers<'custody'>['custodyHealth']
}

/** What custody answers: it proves emails and keeps recovery shares. */
export function createCustodyHandlers(deps: CustodyDeps): Handlers<'custody'> {
  const { database, kms, keyring, projects, mailer, clock, limits, health } = deps
  const attempts = createAttemptStore(database)
  const shares = createRecoveryShareStore(database)
  const audit = createCustodyAudit(database, clock)
  return {
    custodyHealth: health,
    custodyKeys: async () => keyring.published,
    emailStart: (request, { device: { deviceId }, ipAddress }) =>
      startEmail({ attempts, projects, kms, mailer, clock, limits }, { ...request, deviceId, ipAddress }),
    emailVerify: (request, { device }) =>
      verifyEmail({ attempts, kms, signer: keyring.signing, clock, audit }, { ...request, ...device }),
    putRecoveryShare: async (request, { token, device: { deviceId } }) => {
      const kept = await keepRecoveryShare({ shares, keyring, kms, clock }, { ...request, userId: token.sub })
      await audit(token.sub, deviceId, 'recovery share kept')
      return kept
    },
    releaseRecoveryShare: async (request, { token, device: { deviceId, hpkePublicKey } }) => {
      const released = await releaseRecoveryShare({ shares, kms }, { ...request, userId: token.sub, hpkePublicKey })
      await audit(token.sub, deviceId, 'recovery share released')
      return released
    },
    custodyAuditLog: (page, { token }) => database.transaction('custody', (sql) => readAuditPage(sql, token.sub, page)),
  }
}
