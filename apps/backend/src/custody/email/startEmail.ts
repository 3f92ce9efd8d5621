import { randomUUID } from 'node:crypto'
import { AppError } from '@latchkey/protocol/errors'
import { type Clock, secondsLater } from '../../clock.ts'
import type { Kms } from '../../kms/kms.ts'
import { loginCodeMail } from '../../mail/loginCode.ts'
import type { Mailer } from '../../mail/mail.ts'
import { normalEmail } from '../../normalEmail.ts'
import type { Projects } from '../../projects/projects.ts'
import type { AttemptFilter, AttemptStart, AttemptStore } from './attemptStore.ts'
import {
  type CodePurpose,
  codeLifeSeconds,
  codeTries,
  macOfCode,
  makeEmailCode,
  resendAfterSeconds,
} from './emailCode.ts'
import type { EmailLimits } from './emailLimits.ts'
import { networkOf } from './networkOf.ts'

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
}

const hour = 3600
const day = 24 * hour

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
    await requireAllowance(start, { fromKnownDevice, deviceId, email, ipAddress }, deps.limits, now)
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
        lifeMinutes: codeLifeSeconds / 60,
      }),
    )
  })
  return { attemptId, expiresInSeconds: codeLifeSeconds, resendInSeconds: resendAfterSeconds }
}

type Asking = { fromKnownDevice: boolean; deviceId: string; email: string; ipAddress: string }
type Cap = { filter: AttemptFilter; atMost: number; withinSeconds: number }

function capsOf(
  { perEmailHour, perEmailDay, perAddressHour }: EmailLimits,
  { fromKnownDevice, deviceId, email, ipAddress }: Asking,
): Cap[] {
  const filter: AttemptFilter = fromKnownDevice ? { by: 'device', deviceId, email } : { by: 'email', email }
  const ofEmail = [
    { filter, atMost: perEmailHour, withinSeconds: hour },
    { filter, atMost: perEmailDay, withinSeconds: day },
  ]
  if (fromKnownDevice) return ofEmail
  return [...ofEmail, { filter: { by: 'address', ipAddress }, atMost: perAddressHour, withinSeconds: hour }]
}

/** Throws RATE_LIMITED with the seconds after which every limit lets this device ask again. */
async function requireAllowance(
  start: AttemptStart,
  asking: Asking,
  limits: EmailLimits | null,
  now: Date,
): Promise<void> {
  const last = await start.lastUnusedAt(asking.deviceId, asking.email)
  const openings = last === null ? [] : [secondsLater(last, resendAfterSeconds)]
  for (const { filter, atMost, withinSeconds } of limits === null ? [] : capsOf(limits, asking)) {
    const oldestThatCounts = await start.nthNewestAt(filter, atMost)
    if (oldestThatCounts !== null) openings.push(secondsLater(oldestThatCounts, withinSeconds))
  }
  const waitMs = Math.max(0, ...openings.map((opening) => opening.getTime() - now.getTime()))
  if (waitMs > 0) throw new AppError('RATE_LIMITED', { details: { seconds: Math.ceil(waitMs / 1000) } })
}
