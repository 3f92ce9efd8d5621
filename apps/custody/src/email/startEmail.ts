import { randomUUID } from 'node:crypto'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import { describeBrowser } from '@latchkey/service-kit/http/describeBrowser'
import { networkOf } from '@latchkey/service-kit/http/networkOf'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import { coarsePlace } from '@latchkey/service-kit/mail/coarsePlace'
import type { Mailer } from '@latchkey/service-kit/mail/mail'
import { type EmailLimits, requireMailAllowance, resendAfterSeconds } from '@latchkey/service-kit/mail/mailAllowance'
import { normalEmail } from '@latchkey/service-kit/mail/normalEmail'
import type { Projects } from '@latchkey/service-kit/projects/projects'
import type { AttemptStore } from './attemptStore.ts'
import { type CodePurpose, codeLifeSeconds, codeTries, macOfCode, makeEmailCode } from './emailCode.ts'
import { loginCodeMail } from './loginCodeMail.ts'

export type StartEmailDeps = {
  attempts: AttemptStore
  projects: Projects
  kms: Kms
  mailer: Mailer
  clock: Clock
  /** Null: no limits but the pause between two codes. For a machine of one's own. */
  limits: EmailLimits | null
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

const day = 86_400

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

  const now = clock.now()
  // Nothing counts attempts that are older.
  await attempts.deleteBefore(secondsLater(now, -day))
  const attemptId = randomUUID()
  const code = makeEmailCode()
  const codeMac = await macOfCode(kms, attemptId, code)

  await attempts.start(email, ipAddress, async (start) => {
    const fromKnownDevice = await start.isKnownDevice(deviceId, email)
    await requireMailAllowance(start, { fromKnownDevice, deviceId, email, ipAddress }, deps.limits, now)
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
  return { attemptId, expiresInSeconds: codeLifeSeconds, resendInSeconds: resendAfterSeconds }
}
