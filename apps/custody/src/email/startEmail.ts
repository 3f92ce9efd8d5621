import { randomUUID } from 'node:crypto'
import type { Solution } from '@latchkey/api-client'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import { describeBrowser } from '@latchkey/service-kit/http/describeBrowser'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import { mailLimits } from '@latchkey/service-kit/limits/limits'
import { admitMail, type MailGate } from '@latchkey/service-kit/mail/admitMail'
import { coarsePlace } from '@latchkey/service-kit/mail/coarsePlace'
import { networkMac } from '@latchkey/service-kit/mail/knownNetworks'
import type { Mailer } from '@latchkey/service-kit/mail/mail'
import { normalEmail } from '@latchkey/service-kit/mail/normalEmail'
import { mailBrandOf, type Projects } from '@latchkey/service-kit/projects/projects'
import { networksOf } from '@latchkey/service-kit/rateLimits/networkOf'
import type { AttemptStore } from './attemptStore.ts'
import { type CodePurpose, codeLifeSeconds, codeTries, macOfCode, makeEmailCode } from './emailCode.ts'
import { loginCodeMail } from './loginCodeMail.ts'

export type StartEmailDeps = {
  attempts: AttemptStore
  projects: Projects
  kms: Kms
  mailer: Mailer
  clock: Clock
  gate: MailGate
}

export type StartEmailInput = {
  projectId: string
  dappOrigin: string
  email: string
  /** The code's purpose. Default: a sign-in. */
  purpose?: CodePurpose | undefined
  /** The solution of an earlier response's challenge. */
  solution?: Solution | undefined
  deviceId: string
  ipAddress: string
  userAgent: string
}

/**
 * Mails a code that proves the email only to this device. Known and unknown emails take the same path.
 *
 * Throws EMAIL_INVALID, PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED, RATE_LIMITED `{ seconds }`, CHALLENGE_REQUIRED with the challenge, and
 * MAIL_FAILED, which leaves an earlier code valid.
 */
export async function startEmail(deps: StartEmailDeps, input: StartEmailInput) {
  const { attempts, projects, kms, mailer, clock } = deps
  const { deviceId, dappOrigin, purpose = 'login' } = input
  const networks = networksOf(input.ipAddress)
  const email = normalEmail(input.email)
  const project = projects.requireOrigin(input.projectId, dappOrigin)

  const caller = { ipAddress: input.ipAddress, projectId: input.projectId }
  const caps = mailLimits(deps.gate.limits, caller)

  const now = clock.now()
  const attemptId = randomUUID()
  const code = makeEmailCode()
  const codeMac = await macOfCode(kms, attemptId, code)

  const asking = { deviceId, email, networks, networkMac: await networkMac(kms, email, input.ipAddress) }

  const challenge = await attempts.start(email, networks, async (start) => {
    const earlier = await start.find(asking, caps)
    const next = await admitMail(deps.gate, {
      caller,
      earlier,
      mailLimits: caps,
      // The caller has already entered a code of another address.
      isFree: purpose === 'new email',
      binding: { deviceId, email, endpoint: `mail ${purpose}` },
      solution: input.solution,
      spend: ({ id, expiresAt }) => start.spend(deviceId, id, expiresAt),
    })
    await start.add({
      attemptId,
      deviceId,
      email,
      networks,
      requester: earlier.requester,
      codeMac,
      createdAt: now,
      expiresAt: secondsLater(now, codeLifeSeconds),
      tries: codeTries,
      purpose,
    })
    // Last and inside, so that a failed mail leaves no attempt behind.
    mailer.send(
      loginCodeMail({
        to: email,
        code,
        purpose,
        ...mailBrandOf(project),
        dappOrigin,
        browser: describeBrowser(input.userAgent),
        place: coarsePlace(input.ipAddress),
        lifeMinutes: codeLifeSeconds / 60,
      }),
    )
    return next
  })
  const times = { expiresInSeconds: codeLifeSeconds, resendInSeconds: caps.pauseSeconds }
  return { attemptId, ...times, ...(challenge === null ? {} : { challenge }) }
}
