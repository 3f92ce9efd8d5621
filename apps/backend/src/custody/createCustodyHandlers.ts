import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Handlers } from '../http/handlers.ts'
import type { AuthorityKeyring } from '../keys/authorityKeyring.ts'
import type { Kms } from '../kms/kms.ts'
import type { Mailer } from '../mail/mail.ts'
import type { Projects } from '../projects/projects.ts'
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
  return {
    custodyHealth: health,
    custodyKeys: async () => keyring.published,
    emailStart: (request, { device: { deviceId }, ipAddress }) =>
      startEmail({ attempts, projects, kms, mailer, clock, limits }, { ...request, deviceId, ipAddress }),
    emailVerify: (request, { device }) =>
      verifyEmail({ attempts, kms, signer: keyring.signing, clock }, { ...request, ...device }),
    putRecoveryShare: (request, { token }) =>
      keepRecoveryShare({ shares, keyring, kms, clock }, { ...request, userId: token.sub }),
    releaseRecoveryShare: (request, { token, device: { hpkePublicKey } }) =>
      releaseRecoveryShare({ shares, kms }, { ...request, userId: token.sub, hpkePublicKey }),
  }
}
