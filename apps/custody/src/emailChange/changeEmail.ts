import { randomUUID } from 'node:crypto'
import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import { secondsLater } from '@latchkey/service-kit/clock'
import { hashSecretToken, makeSecretToken } from '@latchkey/service-kit/keys/secretToken'
import { signToken, type VerifyingKeys, verifyToken } from '@latchkey/service-kit/keys/tokens'
import { normalEmail } from '@latchkey/service-kit/mail/normalEmail'
import { mailBrandOf } from '@latchkey/service-kit/projects/projects'
import type { ProvenDevice } from '@latchkey/service-kit/proof/deviceProof'
import { type StartEmailDeps, startEmail } from '../email/startEmail.ts'
import { takeCode } from '../email/takeCode.ts'
import type { VerifyEmailDeps } from '../email/verifyEmail.ts'
import { grantAccess } from '../grantAccess.ts'
import { emailChangedMail } from './emailChangedMail.ts'
import type { EmailChange, EmailChangeStore } from './emailChangeStore.ts'

export type ChangeEmailDeps = StartEmailDeps &
  VerifyEmailDeps & { changes: EmailChangeStore; walletOrigin: string; apiKey: () => Promise<VerifyingKeys> }
export type ChangingDevice = { device: ProvenDevice; ipAddress: string; userAgent: string }

/** Two codes, one after the other, ten minutes each. */
const changeLifeSeconds = 1200
const undoLifeDays = 7
/** How long a used link still succeeds: its response may have been lost. */
const undoAgainSeconds = 600
const day = 86_400

/** Throws EMAIL_INVALID for either address, and what `startEmail` throws. Does not reveal whether either has an account. */
export async function startEmailChange(
  deps: ChangeEmailDeps,
  { newEmail: typed, ...input }: EndpointRequest<'startEmailChange'>,
  { device: { deviceId }, ipAddress, userAgent }: ChangingDevice,
): Promise<EndpointResponse<'startEmailChange'>> {
  const newEmail = normalEmail(typed)
  const { attemptId, ...rest } = await startEmail(deps, {
    ...input,
    purpose: 'old email',
    deviceId,
    ipAddress,
    userAgent,
  })
  const { projectId, dappOrigin } = input
  const changeId = randomUUID()
  const createdAt = deps.clock.now()
  const oldEmail = normalEmail(input.email)
  const change = { changeId, deviceId, projectId, dappOrigin, oldEmail, newEmail, oldAttemptId: attemptId, createdAt }
  await deps.changes.insert(change, secondsLater(createdAt, -day))
  return { changeId, ...rest }
}

/**
 * The old address is proved: mails a code to the new one. Throws OTP_*, FROZEN; then RATE_LIMITED or MAIL_FAILED, after which the change
 * has to be restarted.
 */
export async function proveOldEmail(
  deps: ChangeEmailDeps,
  { changeId, code }: EndpointRequest<'proveOldEmail'>,
  { device, ipAddress, userAgent }: ChangingDevice,
): Promise<EndpointResponse<'proveOldEmail'>> {
  const { deviceId } = device
  const { oldAttemptId, oldEmail, newEmail, projectId, dappOrigin } = await findChange(deps, changeId, deviceId)
  const { userId } = await takeCode(deps, { attemptId: oldAttemptId, code, deviceId })
  if (userId === null) throw new AppError('OTP_EXPIRED')
  deps.limits.requireActive('signIns', { userId })
  const asked = { projectId, dappOrigin, email: newEmail, deviceId, ipAddress, userAgent }
  const { attemptId, expiresInSeconds } = await startEmail(deps, { ...asked, purpose: 'new email' })
  await deps.changes.oldProved(changeId, { userId, newAttemptId: attemptId })
  await deps.audit(userId, deviceId, 'code accepted')
  const granted = await grantAccess(deps, { userId, email: oldEmail, purpose: 'confirmation', ...device })
  return { ...granted, expiresInSeconds }
}

/**
 * The new address is proved too: it becomes the user's address at custody, and the old address is notified. Throws OTP_*, EMAIL_IN_USE,
 * FROZEN, and MAIL_FAILED when the old address cannot be notified: then nothing has changed.
 */
export async function proveNewEmail(
  deps: ChangeEmailDeps,
  { changeId, code }: EndpointRequest<'proveNewEmail'>,
  { device: { deviceId } }: ChangingDevice,
): Promise<EndpointResponse<'proveNewEmail'>> {
  const change = await findChange(deps, changeId, deviceId)
  const { newAttemptId, userId, newEmail } = change
  if (newAttemptId === null || userId === null) throw new AppError('OTP_EXPIRED')
  deps.limits.requireActive('signIns', { userId })
  if (change.completedAt === null) {
    // A query for a finished change: no try of a code.
    if (code === '') throw new AppError('OTP_EXPIRED')
    await takeCode(deps, { attemptId: newAttemptId, code, deviceId })
    await complete(deps, { ...change, userId })
  }
  const claims = { sub: userId, email: newEmail, cnf: { jkt: deviceId } }
  return { newEmail, statement: await signToken('emailChange', claims, deps.signer, deps.clock) }
}

async function complete(deps: ChangeEmailDeps, change: EmailChange & { userId: string }): Promise<void> {
  const { changes, clock, mailer, projects, walletOrigin } = deps
  const now = clock.now()
  const token = makeSecretToken()
  const undo = { tokenHash: hashSecretToken(token), expiresAt: secondsLater(now, undoLifeDays * day) }
  const { userId, deviceId, dappOrigin, oldEmail: to, projectId } = change
  const looks = mailBrandOf(projects.find(projectId))
  const outcome = await changes.complete(change, undo, now, async (sql) => {
    await appendAudit(sql, { userId, at: now, event: 'email changed', deviceId, dappOrigin })
    // After the number sign, which browsers don't send to servers.
    const undoUrl = `${walletOrigin}/undo-email-change#${token}`
    mailer.send(emailChangedMail({ to, ...looks, undoUrl, lifeDays: undoLifeDays }))
  })
  if (outcome === 'taken') throw new AppError('EMAIL_IN_USE')
  if (outcome === 'moved') throw new AppError('OTP_EXPIRED')
}

/** The api has the new address too: a sign-in with the old one no longer undoes the change. Throws SESSION_EXPIRED. */
export async function settleEmailChange(
  { changes, clock, apiKey }: ChangeEmailDeps,
  { receipt }: EndpointRequest<'settleEmailChange'>,
): Promise<EndpointResponse<'settleEmailChange'>> {
  const { sub: userId, email } = await verifyToken('emailTaken', receipt, await apiKey(), clock)
  await changes.settle({ userId, email }, clock.now())
  return {}
}

/** The owner of the old address restores it. Throws LINK_INVALID. */
export async function undoEmailChange(
  { changes, clock, signer }: ChangeEmailDeps,
  { token }: EndpointRequest<'undoEmailChange'>,
): Promise<EndpointResponse<'undoEmailChange'>> {
  const now = clock.now()
  const undone = await changes.undo(hashSecretToken(token), now, secondsLater(now, -undoAgainSeconds), (sql, userId) =>
    // Without a device: the link may be opened anywhere.
    appendAudit(sql, { userId, at: now, event: 'email change undone', deviceId: '', dappOrigin: null }),
  )
  if (undone === null) throw new AppError('LINK_INVALID')
  const { userId: sub, email } = undone
  return { email, statement: await signToken('emailUndo', { sub, email }, signer, clock) }
}

async function findChange(
  { changes, clock }: ChangeEmailDeps,
  changeId: string,
  deviceId: string,
): Promise<EmailChange> {
  const change = await changes.find(changeId, deviceId, secondsLater(clock.now(), -changeLifeSeconds))
  if (change === null) throw new AppError('OTP_EXPIRED')
  return change
}
