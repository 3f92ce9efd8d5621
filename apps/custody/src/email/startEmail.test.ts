import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Custody, newEmail, openCustody } from '../custody.fixture.ts'

const limited = (seconds: number) => ({ name: 'RATE_LIMITED', details: { seconds } })
const hour = 3600
let custody: Custody
const custodyOf = (limits: Parameters<typeof openCustody>[0]) => {
  beforeAll(async () => {
    custody = await openCustody(limits)
  })
  afterAll(() => custody[Symbol.asyncDispose]())
}

describe('without caps', () => {
  custodyOf({})

  test('a code is mailed, and the answer says how long it lives and when another may be asked for', async () => {
    const email = newEmail()
    const answer = await (await custody.device()).start(email)
    expect(answer).toEqual({
      attemptId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      expiresInSeconds: 600,
      resendInSeconds: 30,
    })
    const mail = custody.mailbox.mails.at(-1)
    expect(mail).toMatchObject({ to: email, subject: 'Your Shop sign-in code' })
    expect(mail?.text).toContain('https://shop.example')
  })

  test('the email is trimmed and in lower case', async () => {
    const email = newEmail()
    const device = await custody.device()
    await device.start(`  ${email.toUpperCase()}\n`)
    expect(custody.mailbox.mails.at(-1)?.to).toBe(email)
    await expect(device.start(email)).rejects.toMatchObject(limited(30))
  })

  test.each(['', 'nobody', 'a@b', '@example.com', 'a b@example.com', 'a@example.com, b@example.com', 'ö@example.com'])(
    'EMAIL_INVALID for %j, and no mail',
    async (email) => {
      const before = custody.mailbox.mails.length
      await expect((await custody.device()).start(email)).rejects.toMatchObject({ name: 'EMAIL_INVALID' })
      expect(custody.mailbox.mails).toHaveLength(before)
    },
  )

  test.each([
    ['PROJECT_UNKNOWN', { projectId: 'nobody' }],
    ['ORIGIN_NOT_ALLOWED', { dappOrigin: 'https://evil.example' }],
    ['ORIGIN_NOT_ALLOWED', { dappOrigin: 'http://shop.example' }],
  ])('%s for %j, and no mail', async (name, about) => {
    const before = custody.mailbox.mails.length
    await expect((await custody.device()).start(newEmail(), about)).rejects.toMatchObject({ name })
    expect(custody.mailbox.mails).toHaveLength(before)
  })

  test('known and unknown emails are answered alike, field by field', async () => {
    const known = newEmail()
    await (await custody.device()).prove(known)
    const stranger = await custody.device()
    const answers = [await stranger.start(known), await stranger.start(newEmail())]
    const [one, other] = answers.map(({ attemptId, ...rest }) => ({ ...rest, length: attemptId.length }))
    expect(one).toEqual(other)
    for (const email of [known, newEmail()]) {
      const next = await custody.device()
      await next.start(email)
      await expect(next.start(email)).rejects.toMatchObject(limited(30))
    }
  })

  test('another code has to wait for 30 seconds, told in whole seconds that never reach nought', async () => {
    const email = newEmail()
    const device = await custody.device()
    await device.start(email)
    custody.clock.advance(28.6)
    await expect(device.start(email)).rejects.toMatchObject(limited(2))
    custody.clock.advance(1.399)
    await expect(device.start(email)).rejects.toMatchObject(limited(1))
    custody.clock.advance(0.001)
    await device.start(email)
    await expect(device.start(email)).rejects.toMatchObject(limited(30))
  })

  test('the pause is of one device and one email', async () => {
    const email = newEmail()
    const device = await custody.device()
    await device.start(email)
    await device.start(newEmail())
    await (await custody.device()).start(email)
  })

  test('a used code ends the pause; wrong tries do not', async () => {
    const email = newEmail()
    const device = await custody.device()
    await device.prove(email)
    const { attemptId } = await device.start(email)
    for (const _ of [1, 2, 3]) await device.verify(attemptId, 'wrong').catch(() => {})
    await expect(device.start(email)).rejects.toMatchObject(limited(30))
  })

  test('of twenty starts at once one is mailed', async () => {
    const email = newEmail()
    const device = await custody.device()
    const starts = await Promise.allSettled(Array.from({ length: 20 }, () => device.start(email)))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(custody.mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('MAIL_FAILED costs neither the pause nor the code that was mailed before', async () => {
    const email = newEmail()
    const device = await custody.device()
    const { attemptId } = await device.start(email)
    const code = custody.mailbox.codeFor(email)
    custody.clock.advance(30)
    custody.mailbox.isUp = false
    for (const to of [email, newEmail()]) {
      await expect(device.start(to)).rejects.toMatchObject({ name: 'MAIL_FAILED' })
    }
    custody.mailbox.isUp = true
    expect(await device.verify(attemptId, code)).toHaveProperty('apiGrant')
  })

  test('nothing that is stored gives a code away', async () => {
    const email = newEmail()
    await (await custody.device()).start(email)
    const rows = await custody.database.transaction(
      'custody',
      (sql) => sql<{ row: string }>`SELECT email_attempts::text AS row FROM email_attempts WHERE email = ${email}`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(custody.mailbox.codeFor(email))
  })
})

describe('with caps', () => {
  custodyOf({
    limits: {
      calls: false,
      mails: true,
      changes: {
        mailsPerEmailHour: 3,
        mailsPerEmailDay: 5,
        mailsPerKnownNetworkHour: 3,
        mailsPerNetworkHour: 4,
        challengePercent: 100,
      },
    },
  })
  let addresses = 0
  // Each in a separate network, of any width.
  const elsewhere = () => custody.device(`198.18.${addresses++}.1`)
  const startFromElsewhere = async (email: string) => (await elsewhere()).start(email)

  test('an email gets so many codes an hour, whoever asks, and then the oldest has to be an hour old', async () => {
    const email = newEmail()
    for (const _ of [1, 2, 3]) {
      await startFromElsewhere(email)
      custody.clock.advance(600)
    }
    await expect(startFromElsewhere(email)).rejects.toMatchObject(limited(hour - 1800))
    custody.clock.advance(1800)
    await startFromElsewhere(email)
    await expect(startFromElsewhere(email)).rejects.toMatchObject(limited(600))
  })

  test('an email gets so many codes a day', async () => {
    const email = newEmail()
    for (const _ of [1, 2, 3, 4, 5]) {
      await startFromElsewhere(email)
      custody.clock.advance(2 * hour)
    }
    await expect(startFromElsewhere(email)).rejects.toMatchObject(limited(14 * hour))
  })

  test('the longest wait is told', async () => {
    const email = newEmail()
    const device = await elsewhere()
    for (const _ of [1, 2]) await startFromElsewhere(email)
    await device.start(email)
    await expect(device.start(email)).rejects.toMatchObject(limited(hour))
  })

  test('a device that has proved the email has its own allowance: strangers cannot lock it out, nor it them', async () => {
    const email = newEmail()
    const own = await elsewhere()
    await own.prove(email)
    for (const _ of [1, 2]) await startFromElsewhere(email)
    await expect(startFromElsewhere(email)).rejects.toMatchObject(limited(hour))

    for (const _ of [1, 2]) await own.prove(email)
    await expect(own.start(email)).rejects.toMatchObject(limited(hour))
    custody.clock.advance(hour)
    for (const _ of [1, 2]) await own.prove(email)
    await startFromElsewhere(email)
  })

  test('an office behind one address signs in: codes that were entered do not count', async () => {
    for (let person = 0; person < 20; person++) await (await custody.device('198.51.100.40')).prove(newEmail())
  })

  test('an address gets so many codes an hour for emails that its devices have not proved', async () => {
    const at = '198.51.100.9'
    const email = newEmail()
    const own = await custody.device(at)
    await own.prove(email)
    for (const _ of [1, 2, 3, 4]) await (await custody.device(at)).start(newEmail())
    await expect((await custody.device(at)).start(newEmail())).rejects.toMatchObject(limited(hour))
    await expect((await custody.device(`::ffff:${at}`)).start(newEmail())).rejects.toMatchObject(limited(hour))
    await own.start(email)
    await startFromElsewhere(newEmail())
  })

  test('the addresses of one IPv6 network count as one', async () => {
    for (const end of [1, 2, 3, 4]) await (await custody.device(`2001:db8:1:2::${end}`)).start(newEmail())
    await expect((await custody.device('2001:db8:1:2:ffff::1')).start(newEmail())).rejects.toMatchObject(limited(hour))
    await (await custody.device('2001:db8:1:3::1')).start(newEmail())
  })
})
