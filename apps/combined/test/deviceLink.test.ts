import type { Challenge } from '@latchkey/api-client'
import { solveChallenge } from '@latchkey/api-client/solveChallenge'
import type { AppError } from '@latchkey/protocol/errors'
import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { signToken } from '@latchkey/service-kit/keys/tokens'
import { describe, expect, test } from 'vitest'
import { addresses, createHarness, demo, type Harness, logIn } from './harness.ts'
import type { TestDevice } from './testDevice.ts'

const email = 'ada@example.com'
const dappOrigin = 'http://127.0.0.1:3000'
const demanded = { name: 'DEVICE_NOT_APPROVED' }
const invalid = { name: 'LINK_INVALID' }

const withLinks = () => createHarness({ deviceLink: 'always' })
const ask = async ({ client }: TestDevice, of = email) =>
  (await client.call('startDeviceLink', { dappOrigin, email: of })).link
const statusOf = async ({ client }: TestDevice, linkId: string) =>
  (await client.call('deviceLinkStatus', { linkId })).status
/** Requests a link and approves it, as the user does in the browser that opens their mail. */
const approve = async (harness: Harness, device: TestDevice, of = email) => {
  const link = await ask(device, of)
  await (await harness.device()).client.call('approveDevice', { token: harness.mailbox.linkTokenFor(of) })
  return link
}

test('by default there is no link: nothing is mailed, and the code is enough', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  expect(await ask(device)).toBeNull()
  await logIn(harness, device, email)
  expect(harness.mailbox.mails).toHaveLength(1)
})

describe('where links are demanded', () => {
  test('a new device opens a session with link and code, and with neither alone', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    await expect(logIn(harness, device, email)).rejects.toMatchObject(demanded)
    harness.clock.advance(31)
    const link = await approve(harness, device)
    expect(await statusOf(device, link?.linkId ?? '')).toBe('approved')
    const { wallet } = await logIn(harness, device, email)

    const other = await harness.device()
    harness.clock.advance(31)
    await approve(harness, other)
    const again = await logIn(harness, other, email)
    expect(again.wallet).toEqual(wallet)
    const { entries } = await other.client.call('apiAuditLog', {}, again)
    expect(entries.map(({ event }) => event)).toEqual([
      'device enrolled',
      'recovery used',
      'signed in',
      'device approved by link',
      'wallet created',
      'signed in',
      'device approved by link',
    ])
  })

  test('the grant outlives the refusal, so that the user may approve after the code', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    const { attemptId } = await device.startEmail(email)
    const { apiGrant } = await device.client.call('emailVerify', { attemptId, code: harness.mailbox.codeFor(email) })
    const start = () => device.client.call('startSession', { apiGrant, dappOrigin })
    await expect(start()).rejects.toMatchObject(demanded)
    await approve(harness, device)
    expect((await start()).email).toBe(email)
  })

  test('a device that the account knows needs none; a revoked one, and one of another email, does', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    await approve(harness, device)
    const { accessToken } = await logIn(harness, device, email)
    harness.clock.advance(31)
    expect(await ask(device)).toBeNull()
    await logIn(harness, device, email)
    expect(await ask(device, 'bob@example.com')).not.toBeNull()
    await device.client.call('endAllSessions', {}, { accessToken })
    harness.clock.advance(31)
    expect(await ask(device)).not.toBeNull()
    await expect(logIn(harness, device, email)).rejects.toMatchObject(demanded)
  })

  test('the answer and the mail are the same for known and unknown emails', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    await approve(harness, device)
    await logIn(harness, device, email)
    const stranger = await harness.device()
    const seen = []
    for (const of of [email, 'nobody@example.com']) {
      const link = await ask(stranger, of)
      const { subject, text } = harness.mailbox.mails.at(-1) ?? { subject: '', text: '' }
      seen.push([Object.keys(link ?? {}), subject, text.replace(/#[\w-]+/, '')])
    }
    expect(seen[0]).toEqual(seen[1])
  })

  test('custody alone signs no one in, with a grant for the user’s email or without one', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    await approve(harness, device)
    const { userId } = await logIn(harness, device, email)
    const { signing } = await openAuthorityKeyring('custody', harness.database, harness.kms('custody'))
    const thief = await harness.device()
    await approve(harness, thief, 'eve@example.com')
    for (const [of, name] of [
      [email, 'DEVICE_NOT_APPROVED'],
      ['eve@example.com', 'SESSION_EXPIRED'],
      [null, 'SESSION_EXPIRED'],
    ] as const) {
      const grant = {
        sub: userId,
        jti: crypto.randomUUID(),
        email: of,
        purpose: 'login',
        auth_time: harness.clock.now().getTime() / 1000,
        cnf: { jkt: thief.deviceId },
        hpke: thief.hpkePublicKey,
      } as const
      const apiGrant = await signToken('apiGrant', grant, signing, harness.clock)
      await expect(thief.client.call('startSession', { apiGrant, dappOrigin })).rejects.toMatchObject({ name })
    }
  })
})

describe('a link', () => {
  test('shows who asks, from where, and the number that the frame shows; what fetches or reads it changes nothing', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    const link = await ask(device)
    const mail = harness.mailbox.mails.at(-1)
    const token = harness.mailbox.linkTokenFor(email)
    expect(mail?.text).toContain(`${addresses.walletOrigin}/device-link#${token}\n`)
    expect(mail?.text).toContain('Device: Chrome on Linux\nSite: http://127.0.0.1:3000\nIP address: 192.0.2.x\n')
    // Except for the link's lifetime, which is a two-digit number too.
    expect(`${mail?.text}`.replace('15 minutes', '')).not.toMatch(new RegExp(`(?<![\\w-])${link?.number}(?![\\w-])`))
    const otherDevice = await harness.device()
    for (const _ of [1, 2, 3])
      expect(await otherDevice.client.call('readDeviceLink', { token })).toEqual({
        dappOrigin,
        browser: 'Chrome on Linux',
        number: link?.number,
        askedAt: '2026-03-01T12:00:00.000Z',
        isSameNetwork: true,
      })
    for (const path of ['approve', 'read'])
      for (const method of ['GET', 'HEAD'])
        expect(
          (await harness.fetch(`${addresses.apiUrl}/account/v1/device-link/${path}?token=${token}`, { method })).status,
        ).toBe(404)
    expect(await statusOf(device, link?.linkId ?? '')).toBe('waiting')
    await otherDevice.client.call('approveDevice', { token })
    expect(await statusOf(device, link?.linkId ?? '')).toBe('approved')
  })

  test('approves once, also when two clicks race; the second is told so', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    await ask(device)
    const token = harness.mailbox.linkTokenFor(email)
    const clicks = await Promise.allSettled(
      Array.from({ length: 5 }, () => device.client.call('approveDevice', { token })),
    )
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(device.client.call('readDeviceLink', { token })).rejects.toMatchObject(invalid)
  })

  test('is over once another number was picked, and one that was approved stays so', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    const link = await ask(device)
    const otherDevice = await harness.device()
    const token = harness.mailbox.linkTokenFor(email)
    await otherDevice.client.call('declineDevice', { token })
    expect(await statusOf(device, link?.linkId ?? '')).toBe('over')
    for (const name of ['approveDevice', 'readDeviceLink', 'declineDevice'] as const)
      await expect(otherDevice.client.call(name, { token })).rejects.toMatchObject(invalid)
    harness.clock.advance(30)
    const second = await approve(harness, device)
    const approved = harness.mailbox.linkTokenFor(email)
    await expect(otherDevice.client.call('declineDevice', { token: approved })).rejects.toMatchObject(invalid)
    expect(await statusOf(device, second?.linkId ?? '')).toBe('approved')
  })

  test('has no number where none can be shown', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    const { link } = await device.client.call('startDeviceLink', { dappOrigin, email, isNumberShown: false })
    expect(link?.number).toBe('')
    const token = harness.mailbox.linkTokenFor(email)
    expect(await device.client.call('readDeviceLink', { token })).toMatchObject({ number: '' })
  })

  test('has one all the same where the project refuses profile 4', async () => {
    await using harness = await withLinks()
    harness.writeProjects([{ ...demo, profiles: [5] }])
    await harness.restart()
    const device = await harness.device()
    const { link } = await device.client.call('startDeviceLink', { dappOrigin, email, isNumberShown: false })
    expect(link?.number).toMatch(/^\d\d$/)
  })

  test('lasts 15 minutes, is replaced by a newer one, and an invented one is none', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    const first = await ask(device)
    const replaced = harness.mailbox.linkTokenFor(email)
    await expect(ask(device)).rejects.toMatchObject({ name: 'RATE_LIMITED', details: { seconds: 30 } })
    harness.clock.advance(30)
    const second = await ask(device)
    expect(await statusOf(device, first?.linkId ?? '')).toBe('over')
    const late = harness.mailbox.linkTokenFor(email)
    harness.clock.advance(900)
    expect(await statusOf(device, second?.linkId ?? '')).toBe('over')
    for (const token of [replaced, late, '', 'A'.repeat(43)]) {
      await expect(device.client.call('approveDevice', { token })).rejects.toMatchObject(invalid)
      await expect(device.client.call('readDeviceLink', { token })).rejects.toMatchObject(invalid)
    }
  })

  test('approves its own device for its own email, for one login within half an hour', async () => {
    await using harness = await withLinks()
    const [device, stranger] = [await harness.device(), await harness.device()]
    const link = await approve(harness, device)
    expect(await statusOf(stranger, link?.linkId ?? '')).toBe('over')
    await expect(logIn(harness, stranger, email)).rejects.toMatchObject(demanded)
    await expect(logIn(harness, device, 'bob@example.com')).rejects.toMatchObject(demanded)
    harness.clock.advance(1801)
    await expect(logIn(harness, device, email)).rejects.toMatchObject(demanded)
  })

  test('is stored as a hash, and none is left when its mail is not taken', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    harness.mailbox.isUp = false
    await expect(ask(device)).rejects.toMatchObject({ name: 'MAIL_FAILED' })
    harness.mailbox.isUp = true
    await ask(device)
    const rows = await harness.database.transaction('api', (sql) => sql`SELECT * FROM device_links`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(harness.mailbox.linkTokenFor(email))
  })
})

test('caps of an email count, whoever asks', async () => {
  const limits = { calls: false, mails: true, changes: { mailsPerEmailHour: 3, challengePercent: 100 } }
  await using harness = await createHarness({ deviceLink: 'always', limits })
  for (const _ of [1, 2, 3]) await ask(await harness.device())
  await expect(ask(await harness.device())).rejects.toMatchObject({ name: 'RATE_LIMITED' })
})

test('near the limit of an email a link takes a challenge, which is the api’s own, and counts once', async () => {
  const limits = { calls: false, mails: true, changes: { mailsPerEmailHour: 4, challengeWork: 4 } }
  await using harness = await createHarness({ deviceLink: 'always', limits })
  for (const _ of [1, 2]) await ask(await harness.device())
  const device = await harness.device()
  const challengeOf = async (asked: Promise<unknown>) => {
    const error = await asked.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'CHALLENGE_REQUIRED' })
    return (error as AppError).details as unknown as Challenge
  }
  const { client } = device
  const asked = { dappOrigin: 'http://127.0.0.1:3000', email }
  for (const _ of [1, 2]) await (await harness.device()).startEmail(email)
  const ofCustody = await solveChallenge(await challengeOf(client.call('emailStart', asked)))
  const own = await challengeOf(client.call('startDeviceLink', { ...asked, solution: ofCustody }))
  const solution = await solveChallenge(own)
  const { link, challenge } = await client.call('startDeviceLink', { ...asked, solution })
  expect([link, challenge]).toEqual([expect.anything(), expect.anything()])
  harness.clock.advance(30)
  await challengeOf(client.call('startDeviceLink', { ...asked, solution }))
})
