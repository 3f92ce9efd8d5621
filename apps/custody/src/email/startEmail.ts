import { randomUUID } from 'node:crypto'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import { describeBrowser } from '@latchkey/service-kit/http/describeBrowser'
import { networkOf } from '@latchkey/service-kit/http/networkOf'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import { type Limits, mailLimits } from '@latchkey/service-kit/limits/limits'
import { coarsePlace } from '@latchkey/service-kit/mail/coarsePlace'
import type { Mailer } from '@latchkey/service-kit/mail/mail'
import { requireMailAllowance } from '@latchkey/service-kit/mail/mailAllowance'
import { normalEmail } from '@latchkey/service-kit/mail/normalEmail'
import type { Projects } from '@latchkey/service-kit/projects/projects'
import type { RateLimiter } from '@latchkey/service-kit/rateLimits/createRateLimiter'
import type { AttemptStore } from './attemptStore.ts'
import { type CodePurpose, codeLifeSeconds, codeTries, macOfCode, makeEmailCode } from './emailCode.ts'
import { loginCodeMail } from './loginCodeMail.ts'

export type StartEmailDeps = {
  attempts: AttemptStore
  projects: Projects
  kms: Kms
  mailer: Mailer
  clock: Clock
  limits: Limits
  limiter: RateLimiter
}

export type StartEmailInput = {
  projectId: string
  dappOrigin: string
  email: string
  /** What the code will be good for; a login unless said. */
  purpose?: CodePurpose | undefined
  deviceId: string
  ipAddress: string
  userAgent: string
}

/**
 * Mails a code that proves the email to this device alone. Known and unknown emails take the same path.
 *
 * Throws EMAIL_INVALID, PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED, RATE_LIMITED `{ seconds }`, and MAIL_FAILED, which leaves
 * an earlier code as good as it was.
 */
export async function startEmail(deps: StartEmailDeps, input: StartEmailInput) {
  const { attempts, projects, kms, mailer, clock } = deps
  const { deviceId, dappOrigin, purpose = 'login' } = input
  const ipAddress = networkOf(input.ipAddress)
  const email = normalEmail(input.email)
  const project = projects.requireOrigin(input.projectId, dappOrigin)

  const caller = { ipAddress: input.ipAddress, projectId: input.projectId }
  const mailCaps = mailLimits(deps.limits, caller)

  const now = clock.now()
  const attemptId = randomUUID()
  const code = makeEmailCode()
  const codeMac = await macOfCode(kms, attemptId, code)

  await attempts.start(email, ipAddress, async (start) => {
    const { fromKnownDevice, ...earlier } = await start.find({ deviceId, email, ipAddress }, mailCaps)
    requireMailAllowance(earlier, mailCaps, now)
    await deps.limiter.take('mailsPerProjectDay', caller)
    await start.add({
      attemptId,
      deviceId,
      email,
      ipAddress,
      fromKnownDevice,
      codeMac,
      createdAt: now,
      expiresAt: secondsLater(now, codeLifeSeconds),
      tries: codeTries,
      purpose,
    })
    // Last and inside, so that a mail that is not taken leaves no attempt behind.
    mailer.send(
      loginCodeMail({
        to: email,
        code,
        purpose,
        projectName: project.name,
        dappOrigin,
        browser: describeBrowser(input.userAgent),
        place: coarsePlace(input.ipAddress),
        lifeMinutes: codeLifeSeconds / 60,
      }),
    )
  })
  return { attemptId, expiresInSeconds: codeLifeSeconds, resendInSeconds: mailCaps.pauseSeconds }
}
