import { randomInt, randomUUID } from 'node:crypto'
import type { EndpointRequest, EndpointResponse } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { type Clock, secondsLater } from '@latchkey/service-kit/clock'
import type { Database, Sql } from '@latchkey/service-kit/db/database'
import { describeBrowser } from '@latchkey/service-kit/http/describeBrowser'
import { hashSecretToken, makeSecretToken } from '@latchkey/service-kit/keys/secretToken'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import { mailLimits } from '@latchkey/service-kit/limits/limits'
import { admitMail, type MailGate } from '@latchkey/service-kit/mail/admitMail'
import { coarsePlace } from '@latchkey/service-kit/mail/coarsePlace'
import { networkMac } from '@latchkey/service-kit/mail/knownNetworks'
import type { Mailer } from '@latchkey/service-kit/mail/mail'
import { normalEmail } from '@latchkey/service-kit/mail/normalEmail'
import { mailBrandOf, type Projects } from '@latchkey/service-kit/projects/projects'
import type { ProvenDevice } from '@latchkey/service-kit/proof/deviceProof'
import { spendOnce } from '@latchkey/service-kit/proof/spentProofs'
import { networkOf, networksOf } from '@latchkey/service-kit/rateLimits/networkOf'
import { deviceLinkMail } from './deviceLinkMail.ts'
import {
  approveLink,
  declineLink,
  findEarlierLinks,
  findLink,
  findWaitingLink,
  insertLink,
  lockLinks,
  useApproval,
} from './deviceLinkStore.ts'

/** Whether a device that is new to an account needs a mailed link beside the code. */
export type DeviceLinkPolicy = 'never' | 'always'

export type DeviceLinkDeps = {
  database: Database
  clock: Clock
  projects: Projects
  mailer: Mailer
  walletOrigin: string
  deviceLink: DeviceLinkPolicy
  /** Limits on mailed links, counted apart from those on codes. */
  gate: MailGate
  /** Stores networks in which users signed in as digests. */
  kms: Kms
}
type RequestContext = { device: ProvenDevice; ipAddress: string; userAgent: string }

const linkLifeSeconds = 15 * 60
/** How long after the approval a sign-in may take: the code has to be mailed and entered. */
const approvalLifeSeconds = 30 * 60

/** Throws EMAIL_INVALID, PROJECT_UNKNOWN, ORIGIN_NOT_ALLOWED, RATE_LIMITED `{ seconds }`, CHALLENGE_REQUIRED with the challenge, and MAIL_FAILED, which leaves no link. */
export async function startDeviceLink(
  deps: DeviceLinkDeps,
  input: EndpointRequest<'startDeviceLink'>,
  asking: RequestContext,
): Promise<EndpointResponse<'startDeviceLink'>> {
  const email = normalEmail(input.email)
  const project = deps.projects.requireOrigin(input.projectId, input.dappOrigin)
  const { profiles } = project
  if (deps.deviceLink === 'never') return { link: null }
  const { dappOrigin, projectId } = input
  const caller = { ipAddress: asking.ipAddress, projectId }
  const caps = mailLimits(deps.gate.limits, caller)
  const { deviceId } = asking.device
  // Where no page may use profile 4, no page can require a link without a number.
  const isNumberShown = input.isNumberShown !== false || profiles?.includes(4) === false
  const now = deps.clock.now()
  const token = makeSecretToken()
  const link = {
    linkId: randomUUID(),
    tokenHash: hashSecretToken(token),
    deviceId,
    email,
    number: isNumberShown ? randomInt(100).toString().padStart(2, '0') : '',
    dappOrigin,
    browser: describeBrowser(asking.userAgent),
    networks: networksOf(asking.ipAddress),
    createdAt: now,
    expiresAt: secondsLater(now, linkLifeSeconds),
  }
  const { linkId, number, browser, networks } = link
  const mac = await networkMac(deps.kms, email, asking.ipAddress)
  const challenge = await deps.database.transaction('api', async (sql) => {
    await lockLinks(sql, email, networks)
    const earlier = await findEarlierLinks(sql, { ...link, networkMac: mac }, caps)
    if (earlier.requester === 'knownDevice') return 'not needed'
    const next = await admitMail(deps.gate, {
      ...{ caller, earlier, mailLimits: caps, solution: input.solution },
      binding: { deviceId, email, endpoint: 'device link' },
      spend: ({ id, expiresAt }) => spendOnce(sql, deviceId, id, expiresAt),
    })
    await insertLink(sql, { ...link, requester: earlier.requester })
    // After the number sign, which browsers don't send to servers. Sent last, so that a failed mail leaves no link.
    const url = `${deps.walletOrigin}/device-link#${token}`
    const place = coarsePlace(asking.ipAddress)
    deps.mailer.send(
      deviceLinkMail({
        to: email,
        ...mailBrandOf(project),
        dappOrigin,
        browser,
        place,
        url,
        lifeMinutes: linkLifeSeconds / 60,
      }),
    )
    return next
  })
  if (challenge === 'not needed') return { link: null }
  const times = { expiresInSeconds: linkLifeSeconds, resendInSeconds: caps.pauseSeconds }
  return { link: { linkId, number, ...times }, ...(challenge === null ? {} : { challenge }) }
}

export async function deviceLinkStatus(
  { database, clock }: DeviceLinkDeps,
  { linkId }: EndpointRequest<'deviceLinkStatus'>,
  { device }: RequestContext,
): Promise<EndpointResponse<'deviceLinkStatus'>> {
  const found = await database.transaction('api', (sql) => findLink(sql, linkId, device.deviceId, clock.now()))
  if (found === null) return { status: 'over' }
  return { status: found.isApproved ? 'approved' : 'waiting' }
}

/** Throws LINK_INVALID for a link that is not waiting for approval. */
export async function readDeviceLink(
  { database, clock }: DeviceLinkDeps,
  { token }: EndpointRequest<'readDeviceLink'>,
  { ipAddress }: { ipAddress: string },
): Promise<EndpointResponse<'readDeviceLink'>> {
  const found = await database.transaction('api', (sql) => findWaitingLink(sql, hashSecretToken(token), clock.now()))
  if (found === null) throw new AppError('LINK_INVALID')
  const { number, dappOrigin, browser, createdAt } = found
  const isSameNetwork = found.network === networkOf(ipAddress)
  return { number, dappOrigin, browser, askedAt: createdAt.toISOString(), isSameNetwork }
}

/** Throws LINK_INVALID, also the second time. */
export async function approveDevice(
  { database, clock }: DeviceLinkDeps,
  { token }: EndpointRequest<'approveDevice'>,
): Promise<EndpointResponse<'approveDevice'>> {
  const approved = await database.statement('api', (sql) => approveLink(sql, hashSecretToken(token), clock.now()))
  if (approved.length === 0) throw new AppError('LINK_INVALID')
  return {}
}

/** Throws LINK_INVALID, also the second time. */
export async function declineDevice(
  { database, clock }: DeviceLinkDeps,
  { token }: EndpointRequest<'declineDevice'>,
): Promise<EndpointResponse<'declineDevice'>> {
  const declined = await database.statement('api', (sql) => declineLink(sql, hashSecretToken(token), clock.now()))
  if (declined.length === 0) throw new AppError('LINK_INVALID')
  return {}
}

/**
 * Returns whether this device may open a session for that email. `known`: it is one of the account's; `approved`: a link has just approved
 * it, and is used up; `open`: no approval is required. Throws DEVICE_NOT_APPROVED.
 */
export async function requireApproval(
  sql: Sql,
  policy: DeviceLinkPolicy,
  { deviceId, email }: { deviceId: string; email: string | null },
  now: Date,
): Promise<'open' | 'known' | 'approved'> {
  if (policy === 'never') return 'open'
  // Without an email no mailbox can approve: custody's statement would be enough.
  if (email === null) throw new AppError('DEVICE_NOT_APPROVED')
  const approval = await useApproval(sql, { deviceId, email }, secondsLater(now, -approvalLifeSeconds), now)
  if (approval.isKnown) return 'known'
  if (approval.isApproved) return 'approved'
  throw new AppError('DEVICE_NOT_APPROVED')
}
