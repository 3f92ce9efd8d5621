import { randomUUID } from 'node:crypto'
import { isEmail } from '@latchkey/protocol'
import { AppError } from '@latchkey/protocol/errors'
import { type Clock, secondsLater } from '../../clock.ts'
import type { Kms } from '../../kms/kms.ts'
import { loginCodeMail } from '../../mail/loginCode.ts'
import type { Mailer } from '../../mail/mail.ts'
import type { Projects } from '../../projects/projects.ts'
import type { AttemptFilter, AttemptStart, AttemptStore } from './attemptStore.ts'
import { codeLifeSeconds, codeTries, macOfCode, makeEmailCode, resendAfterSeconds } from './emailCode.ts'
import type { EmailLimits } from './emailLimits.ts'

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
  const { deviceId, ipAddress, dappOrigin } = input
  const email = input.email.trim().toLowerCase()
  if (!isEmail(email)) throw new AppError('EMAIL_INVALID')
  const project = projects.requireOrigin(input.projectId, dappOrigin)

  const now = clock.now()
  // Nothing counts attempts that are older.
  await attempts.deleteBefore(secondsLater(now, -day))
  const attemptId = randomUUID()
  const code = makeEmailCode()
  const codeMac = await macOfCode(kms, attemptId, code)
  const expiresAt = secondsLater(now, codeLifeSeconds)

  await attempts.start(email, ipAddress, async (start) => {
    const fromKnownDevice = await start.isKnownDevice(deviceId, email)
    await requirePause(start, { deviceId, email }, now)
    for (const cap of capsOf(deps.limits, { fromKnownDevice, deviceId, email, ipAddress }))
      await requireRoom(start, cap, now)
    await start.add({
      attemptId,
      deviceId,
      email,
      ipAddress,
      fromKnownDevice,
      codeMac,
      createdAt: now,
      expiresAt,
      tries: codeTries,
    })
    // Last and inside, so that a mail that is not taken leaves no attempt behind.
    mailer.send(
      loginCodeMail({ to: email, code, projectName: project.name, dappOrigin, lifeMinutes: codeLifeSeconds / 60 }),
    )
  })
  return { attemptId, expiresInSeconds: codeLifeSeconds, resendInSeconds: resendAfterSeconds }
}

type Cap = { filter: AttemptFilter; atMost: number; withinSeconds: number }
type Asking = { fromKnownDevice: boolean; deviceId: string; email: string; ipAddress: string }

function capsOf(limits: EmailLimits | null, { fromKnownDevice, deviceId, email, ipAddress }: Asking): Cap[] {
  if (limits === null) return []
  const filter: AttemptFilter = fromKnownDevice ? { by: 'device', deviceId, email } : { by: 'email', email }
  const ofEmail: Cap[] = [
    { filter, atMost: limits.perEmailHour, withinSeconds: hour },
    { filter, atMost: limits.perEmailDay, withinSeconds: day },
  ]
  if (fromKnownDevice) return ofEmail
  return [...ofEmail, { filter: { by: 'address', ipAddress }, atMost: limits.perAddressHour, withinSeconds: hour }]
}

async function requirePause(
  start: AttemptStart,
  { deviceId, email }: { deviceId: string; email: string },
  now: Date,
): Promise<void> {
  const last = await start.lastUnusedAt(deviceId, email)
  if (last !== null) requireReached(secondsLater(last, resendAfterSeconds), now)
}

async function requireRoom(start: AttemptStart, { filter, atMost, withinSeconds }: Cap, now: Date): Promise<void> {
  const oldestThatCounts = await start.nthNewestAt(filter, atMost)
  if (oldestThatCounts !== null) requireReached(secondsLater(oldestThatCounts, withinSeconds), now)
}

function requireReached(date: Date, now: Date): void {
  const seconds = Math.ceil((date.getTime() - now.getTime()) / 1000)
  if (seconds > 0) throw new AppError('RATE_LIMITED', { details: { seconds } })
}
