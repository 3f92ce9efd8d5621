import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { signToken } from '@latchkey/service-kit/keys/tokens'
import { describe, expect, test } from 'vitest'
import { addresses, createHarness, type Harness, logIn } from './harness.ts'
import { createKillSwitch } from './killSwitch.ts'
import type { TestDevice } from './testDevice.ts'

const old = 'ada@example.com'
const next = 'ada@new.example'
const dappOrigin = 'http://127.0.0.1:3000'
const expired = { name: 'SESSION_EXPIRED' }
const day = 86_400

const codeTo = (harness: Harness, email: string) => harness.mailbox.codeFor(email)

/** Runs the change as the frame does, until both authorities have the new address. */
const change = async (
  harness: Harness,
  { client }: TestDevice,
  accessToken: string,
  { from = old, to = next, onBegun }: { from?: string; to?: string; onBegun?: (changeId: string) => void } = {},
) => {
  const { changeId } = await client.call('startEmailChange', { dappOrigin, email: from, newEmail: to })
  onBegun?.(changeId)
  const { apiGrant } = await client.call('proveOldEmail', { changeId, code: codeTo(harness, from) })
  await client.call('confirmSession', { apiGrant }, { accessToken })
  await client.call('prepareEmailChange', { newEmail: to }, { accessToken })
  const { newEmail, statement } = await client.call('proveNewEmail', { changeId, code: codeTo(harness, to) })
  const { email } = await client.call('finishEmailChange', { statement }, { accessToken })
  return { changeId, newEmail, email, statement }
}
const loggedIn = async (harness: Harness, email = old) => {
  const device = await harness.device()
  return { device, ...(await logIn(harness, device, email)) }
}
const emails = (harness: Harness) =>
  Promise.all(
    (['api', 'custody'] as const).map((role) =>
      harness.database.transaction(role, async (sql) =>
        (role === 'api'
          ? await sql<{ email: string }>`SELECT email FROM users ORDER BY email`
          : await sql<{ email: string }>`SELECT email FROM people ORDER BY email`
        ).map(({ email }) => email),
      ),
    ),
  )

test('with both codes both authorities have the new address; the same wallet opens by it, other devices are out', async () => {
  await using harness = await createHarness()
  const other = await loggedIn(harness)
  harness.clock.advance(31)
  const { device, accessToken, wallet } = await loggedIn(harness)
  expect(await change(harness, device, accessToken)).toMatchObject({ newEmail: next, email: next })
  expect(await emails(harness)).toEqual([[next], [next]])

  expect(await device.unlock(accessToken)).toBe(wallet.addresses.eip155[0])
  await expect(other.device.unlock(other.accessToken)).rejects.toMatchObject(expired)
  await expect(other.device.client.call('refreshSession', { refreshToken: other.refreshToken })).rejects.toMatchObject(
    expired,
  )
  harness.clock.advance(31)
  const again = await loggedIn(harness, next)
  expect(again.wallet).toEqual(wallet)
  expect(await again.device.unlock(again.accessToken)).toBe(wallet.addresses.eip155[0])
})

test('the mails say what each code is for, and the old address hears of it with a link, not of the new address', async () => {
  await using harness = await createHarness()
  const { device, accessToken } = await loggedIn(harness)
  await change(harness, device, accessToken)
  expect(harness.mailbox.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [old, 'Your Demo sign-in code'],
    [old, 'Your Demo code to change your email'],
    [next, 'Your Demo code to confirm this email'],
    [old, 'The email address of your wallet was changed'],
  ])
  const told = harness.mailbox.mails.at(-1)
  expect(told?.text).toContain(`http://wallet.test:3001/undo-email-change#${harness.mailbox.linkTokenFor(old)}\n`)
  expect(`${told?.text}${told?.html}`).not.toContain(next)
})

test('nothing is to be learnt of either address before it is proved', async () => {
  await using harness = await createHarness()
  await loggedIn(harness)
  const bob = await loggedIn(harness, 'bob@example.com')
  const stranger = await harness.device()
  const answers = []
  for (const [email, newEmail] of [
    [old, 'free@example.com'],
    ['nobody@example.com', 'free@example.com'],
    [bob.wallet.userId.slice(0, 8).concat('@example.com'), old],
  ] as const) {
    const { changeId: _, ...rest } = await stranger.client.call('startEmailChange', { dappOrigin, email, newEmail })
    answers.push([rest, harness.mailbox.mails.at(-1)?.subject, harness.mailbox.mails.at(-1)?.to === email])
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
})

describe('a change is refused', () => {
  test('without the code of the old address, or on another device', async () => {
    await using harness = await createHarness()
    const { device } = await loggedIn(harness)
    const { changeId } = await device.client.call('startEmailChange', { dappOrigin, email: old, newEmail: next })
    const code = codeTo(harness, old)
    const over = { name: 'OTP_EXPIRED' }
    const stranger = await harness.device()
    await expect(device.client.call('proveNewEmail', { changeId, code })).rejects.toMatchObject(over)
    await expect(stranger.client.call('proveOldEmail', { changeId, code })).rejects.toMatchObject(over)
    const wrong = code === '000000' ? '000001' : '000000'
    await expect(device.client.call('proveOldEmail', { changeId, code: wrong })).rejects.toMatchObject({
      name: 'OTP_INVALID',
      details: { triesLeft: 2 },
    })
    expect(await emails(harness)).toEqual([[old], [old]])
  })

  test('when the new address is another account’s, or is kept for one', async () => {
    await using harness = await createHarness()
    await loggedIn(harness, 'bob@example.com')
    const { device, accessToken } = await loggedIn(harness)
    const inUse = { name: 'EMAIL_IN_USE' }
    await expect(change(harness, device, accessToken, { to: 'bob@example.com' })).rejects.toMatchObject(inUse)
    expect(await emails(harness)).toEqual([
      [old, 'bob@example.com'],
      [old, 'bob@example.com'],
    ])
    harness.clock.advance(31)
    await change(harness, device, accessToken)

    // The old address is reserved for its user: neither another account nor a new user gets it for a week.
    const eve = await loggedIn(harness, 'eve@example.com')
    harness.clock.advance(31)
    await expect(
      change(harness, eve.device, eve.accessToken, { from: 'eve@example.com', to: old }),
    ).rejects.toMatchObject(inUse)
    harness.clock.advance(31)
    await expect(loggedIn(harness, old)).rejects.toMatchObject(inUse)
    harness.clock.advance(7 * day)
    expect((await loggedIn(harness, old)).wallet.userId).not.toBe(eve.wallet.userId)
  })

  test('by the api, for an address that the user has not prepared there, whatever custody says', async () => {
    await using harness = await createHarness()
    const { device, accessToken, userId } = await loggedIn(harness)
    const evil = 'evil@example.com'
    // Malicious custody: it signs anything.
    const kms = harness.kms('custody')
    const { signing } = await openAuthorityKeyring('custody', harness.database, kms)
    const cnf = { jkt: device.deviceId }
    const statement = await signToken('emailChange', { sub: userId, email: evil, cnf }, signing, harness.clock)
    await expect(device.client.call('finishEmailChange', { statement }, { accessToken })).rejects.toMatchObject(expired)
    const undo = await signToken('emailUndo', { sub: userId, email: evil }, signing, harness.clock)
    await expect(device.client.call('applyEmailUndo', { statement: undo })).rejects.toMatchObject(expired)
    const thief = await harness.device()
    const grant = {
      sub: userId,
      jti: crypto.randomUUID(),
      email: evil,
      purpose: 'login',
      auth_time: harness.clock.now().getTime() / 1000,
      cnf: { jkt: thief.deviceId },
      hpke: thief.hpkePublicKey,
    } as const
    const apiGrant = await signToken('apiGrant', grant, signing, harness.clock)
    await expect(thief.client.call('startSession', { apiGrant, dappOrigin })).rejects.toMatchObject(expired)
    expect((await emails(harness))[0]).toEqual([old])
  })

  test('by the api, without a code of the last five minutes', async () => {
    await using harness = await createHarness()
    const { device, accessToken } = await loggedIn(harness)
    harness.clock.advance(301)
    await expect(device.client.call('prepareEmailChange', { newEmail: next }, { accessToken })).rejects.toMatchObject({
      name: 'STEP_UP_REQUIRED',
    })
  })

  test('by the api, with the statement of another user or device, or an undo in its place', async () => {
    await using harness = await createHarness()
    const { device, accessToken } = await loggedIn(harness)
    const { statement } = await change(harness, device, accessToken)
    const bob = await loggedIn(harness, 'bob@example.com')
    await bob.device.client.call('prepareEmailChange', { newEmail: next }, bob)
    await expect(bob.device.client.call('finishEmailChange', { statement }, bob)).rejects.toMatchObject(expired)
    await expect(bob.device.client.call('applyEmailUndo', { statement })).rejects.toMatchObject(expired)
  })
})

describe('a prepared address', () => {
  /** Runs up to custody's statement about the new address; the api has not received it. */
  const proved = async (harness: Harness, { client }: TestDevice, accessToken: string) => {
    const { changeId } = await client.call('startEmailChange', { dappOrigin, email: old, newEmail: next })
    const { apiGrant } = await client.call('proveOldEmail', { changeId, code: codeTo(harness, old) })
    await client.call('confirmSession', { apiGrant }, { accessToken })
    const { link } = await client.call('prepareEmailChange', { newEmail: next }, { accessToken })
    const { statement } = await client.call('proveNewEmail', { changeId, code: codeTo(harness, next) })
    return { changeId, statement, link }
  }
  const statementOf = async (harness: Harness, { deviceId }: TestDevice, sub: string, email = next) => {
    const { signing } = await openAuthorityKeyring('custody', harness.database, harness.kms('custody'))
    return signToken('emailChange', { sub, email, cnf: { jkt: deviceId } }, signing, harness.clock)
  }

  test('is believed at no sign-in, and finished by the session that has prepared it', async () => {
    await using harness = await createHarness()
    const { device, accessToken, wallet } = await loggedIn(harness)
    const { changeId } = await proved(harness, device, accessToken)
    harness.clock.advance(31)
    await expect(loggedIn(harness, next)).rejects.toMatchObject(expired)
    expect(await emails(harness)).toEqual([[old], [next]])
    const { statement } = await device.client.call('proveNewEmail', { changeId, code: '' })
    await device.client.call('finishEmailChange', { statement }, { accessToken })
    harness.clock.advance(31)
    expect((await loggedIn(harness, next)).wallet).toEqual(wallet)
  })

  test('is finished in no other session, not even of the same device', async () => {
    await using harness = await createHarness()
    const first = await loggedIn(harness)
    harness.clock.advance(31)
    const { attemptId } = await first.device.startEmail(old)
    const second = await first.device.finishLogin(attemptId, codeTo(harness, old))
    harness.clock.advance(31)
    const { statement } = await proved(harness, first.device, first.accessToken)
    await expect(first.device.client.call('finishEmailChange', { statement }, second)).rejects.toMatchObject(expired)
    await first.device.client.call('finishEmailChange', { statement }, first)
    expect(await emails(harness)).toEqual([[next], [next]])
  })

  test('is over after 20 minutes', async () => {
    await using harness = await createHarness()
    const { device, accessToken, refreshToken, wallet } = await loggedIn(harness)
    await device.client.call('prepareEmailChange', { newEmail: next }, { accessToken })
    harness.clock.advance(1200)
    const { tokens } = await device.client.call('refreshSession', { refreshToken })
    const statement = await statementOf(harness, device, wallet.userId)
    await expect(device.client.call('finishEmailChange', { statement }, tokens)).rejects.toMatchObject(expired)
  })

  test('is over when another one is prepared, and when the old one was taken back', async () => {
    await using harness = await createHarness()
    const { device, accessToken, wallet } = await loggedIn(harness)
    await device.client.call('prepareEmailChange', { newEmail: next }, { accessToken })
    await device.client.call('prepareEmailChange', { newEmail: 'third@example.com' }, { accessToken })
    const statement = await statementOf(harness, device, wallet.userId)
    await expect(device.client.call('finishEmailChange', { statement }, { accessToken })).rejects.toMatchObject(expired)
  })

  test('keeps its owner from nothing: they sign in with an account of their own, and then keep it', async () => {
    await using harness = await createHarness()
    const eve = await loggedIn(harness, 'eve@example.com')
    await eve.device.client.call('prepareEmailChange', { newEmail: next }, eve)
    const owner = await loggedIn(harness, next)
    expect(owner.wallet.userId).not.toBe(eve.wallet.userId)
    const statement = await statementOf(harness, eve.device, eve.wallet.userId)
    await expect(eve.device.client.call('finishEmailChange', { statement }, eve)).rejects.toMatchObject({
      name: 'EMAIL_IN_USE',
    })
    expect((await emails(harness))[0]).toEqual([next, 'eve@example.com'])
  })
})

describe('where devices need a link', () => {
  const approved = async (harness: Harness, email: string) => {
    const device = await harness.device()
    await device.client.call('startDeviceLink', { dappOrigin, email })
    await device.client.call('approveDevice', { token: harness.mailbox.linkTokenFor(email) })
    return { device, ...(await logIn(harness, device, email)) }
  }
  const prepare = async (harness: Harness) => {
    const person = await approved(harness, old)
    const { link } = await person.device.client.call('prepareEmailChange', { newEmail: next }, person)
    return { ...person, changeId: link?.changeId ?? '', link }
  }

  test.each([
    ['account', { mailsPerEmailHour: 3 }, 3],
    ['network, also when the mailbox has agreed', { mailsPerEmailHour: 10, allMailsPerWideNetworkHour: 6 }, 4],
  ])('questions to mailboxes are counted for the %s', async (_, changes, most) => {
    const limits = { calls: false, mails: true, changes: { ...changes, challengePercent: 100 } }
    await using harness = await createHarness({ deviceLink: 'always', limits })
    // Takes a link and a code.
    const { device, accessToken } = await approved(harness, old)
    const ask = async (newEmail: string) => {
      await device.client.call('prepareEmailChange', { newEmail }, { accessToken })
      await device.client.call('approveEmailChange', { token: harness.mailbox.linkTokenFor(newEmail) })
    }
    for (let each = 0; each < most; each++) await ask(`${each}@evil.example`)
    await expect(ask('more@evil.example')).rejects.toMatchObject({ name: 'RATE_LIMITED' })
  })

  test('questions to mailboxes take no challenge, and leave the last mails of all to those who solve one', async () => {
    const limits = {
      calls: false,
      mails: true,
      changes: { mailsPerEmailHour: 10, mailsPerHour: 8, challengePercent: 99 },
    }
    await using harness = await createHarness({ deviceLink: 'always', limits })
    // Takes a link and a code.
    const { device, accessToken } = await approved(harness, old)
    const ask = (newEmail: string) => device.client.call('prepareEmailChange', { newEmail }, { accessToken })
    for (let each = 0; each < 4; each++) await ask(`${each}@evil.example`)
    await expect(ask('more@evil.example')).rejects.toMatchObject({ name: 'RATE_LIMITED' })
  })

  test('the new mailbox is asked by a mail of the api, whose page shows the account', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const { device, accessToken, wallet, changeId, link } = await prepare(harness)
    expect(link).toEqual({ changeId, expiresInSeconds: 1200 })
    const mail = harness.mailbox.mails.at(-1)
    const token = harness.mailbox.linkTokenFor(next)
    expect([mail?.to, mail?.subject]).toEqual([next, 'Use this address for a wallet at Demo?'])
    expect(mail?.text).toContain(`http://wallet.test:3001/join-account#${token}\n`)
    expect(`${mail?.text}${mail?.html}`).not.toContain(old)

    const reader = await harness.device()
    const status = () => device.client.call('emailChangeStatus', { changeId }, { accessToken })
    for (let times = 0; times < 2; times++)
      expect(await reader.client.call('readEmailChange', { token })).toEqual({
        email: old,
        address: wallet.addresses.eip155[0],
        newEmail: next,
        dappOrigin,
        askedAt: harness.clock.now().toISOString(),
        isSameNetwork: true,
      })
    expect(await status()).toEqual({ status: 'waiting' })
    await reader.client.call('approveEmailChange', { token })
    expect(await status()).toEqual({ status: 'approved' })
    const invalid = { name: 'LINK_INVALID' }
    await expect(reader.client.call('approveEmailChange', { token })).rejects.toMatchObject(invalid)
    await expect(reader.client.call('readEmailChange', { token })).rejects.toMatchObject(invalid)
  })

  test('the change ends with that agreement, and not without it, whatever custody says', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const { device, accessToken, wallet } = await approved(harness, old)
    harness.clock.advance(31)
    const { client } = device
    const { changeId } = await client.call('startEmailChange', { dappOrigin, email: old, newEmail: next })
    const { apiGrant } = await client.call('proveOldEmail', { changeId, code: codeTo(harness, old) })
    await client.call('confirmSession', { apiGrant }, { accessToken })
    await client.call('prepareEmailChange', { newEmail: next }, { accessToken })
    const token = harness.mailbox.linkTokenFor(next)
    const { statement } = await client.call('proveNewEmail', { changeId, code: codeTo(harness, next) })
    const finish = () => client.call('finishEmailChange', { statement }, { accessToken })
    await expect(finish()).rejects.toMatchObject(expired)
    // Approving a device is a separate request.
    await expect(client.call('approveDevice', { token })).rejects.toMatchObject({ name: 'LINK_INVALID' })
    await client.call('approveEmailChange', { token })
    expect(await finish()).toMatchObject({ email: next })
    expect(await finish()).toMatchObject({ email: next })
    harness.clock.advance(31)
    expect((await approved(harness, next)).wallet).toEqual(wallet)
  })

  test('asking again mails another link, and the first is over', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const { device, accessToken, changeId } = await prepare(harness)
    const again = () => device.client.call('prepareEmailChange', { newEmail: next }, { accessToken })
    const first = harness.mailbox.linkTokenFor(next)
    const { link } = await again()
    expect(link?.changeId).not.toBe(changeId)
    const reader = await harness.device()
    await expect(reader.client.call('approveEmailChange', { token: first })).rejects.toMatchObject({
      name: 'LINK_INVALID',
    })
    const statusOf = (of: string) => device.client.call('emailChangeStatus', { changeId: of }, { accessToken })
    expect(await statusOf(changeId)).toEqual({ status: 'over' })
    await reader.client.call('approveEmailChange', { token: harness.mailbox.linkTokenFor(next) })
    expect(await statusOf(link?.changeId ?? '')).toEqual({ status: 'approved' })
  })

  test('a mailbox is asked three times an hour, by whichever accounts, device links included', async () => {
    const limits = { calls: false, mails: true, changes: { challengePercent: 100 } }
    await using harness = await createHarness({ deviceLink: 'always', limits })
    const ask = async (email: string) => {
      const { device, accessToken } = await approved(harness, email)
      return device.client.call('prepareEmailChange', { newEmail: next }, { accessToken })
    }
    for (let asked = 0; asked < 2; asked++) await ask(`eve${asked}@example.com`)
    const link = async () =>
      (await harness.device()).client.call('startDeviceLink', { dappOrigin: 'http://127.0.0.1:3000', email: next })
    await link()
    await expect(ask('eve2@example.com')).rejects.toMatchObject({ name: 'RATE_LIMITED' })
    await expect(link()).rejects.toMatchObject({ name: 'RATE_LIMITED' })
  })

  test('when the new mailbox cannot be asked nothing is prepared', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const { device, accessToken, wallet } = await approved(harness, old)
    harness.mailbox.isUp = false
    const asked = device.client.call('prepareEmailChange', { newEmail: next }, { accessToken })
    await expect(asked).rejects.toMatchObject({ name: 'MAIL_FAILED' })
    const rows = await harness.database.transaction('api', (sql) => sql`SELECT 1 FROM email_changes`)
    expect(rows).toEqual([])
    expect(wallet.userId).not.toBe('')
  })

  test('an invented link asks nothing', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const reader = await harness.device()
    for (const name of ['readEmailChange', 'approveEmailChange'] as const)
      await expect(reader.client.call(name, { token: 'A'.repeat(43) })).rejects.toMatchObject({ name: 'LINK_INVALID' })
  })
})

describe('a change that breaks off', () => {
  const mailLogin = async (harness: Harness, email: string) => {
    harness.clock.advance(31)
    return (await loggedIn(harness, email)).wallet
  }
  /** As `change`, killed before the named call. */
  const killed = async (harness: Harness, before: 'finishEmailChange' | 'settleEmailChange') => {
    const { device, accessToken, wallet } = await loggedIn(harness)
    const { client } = device
    const { changeId } = await client.call('startEmailChange', { dappOrigin, email: old, newEmail: next })
    const { apiGrant } = await client.call('proveOldEmail', { changeId, code: codeTo(harness, old) })
    await client.call('confirmSession', { apiGrant }, { accessToken })
    await client.call('prepareEmailChange', { newEmail: next }, { accessToken })
    const { statement } = await client.call('proveNewEmail', { changeId, code: codeTo(harness, next) })
    const finish = () => client.call('finishEmailChange', { statement }, { accessToken })
    return { device, wallet, finish, receipt: before === 'finishEmailChange' ? null : (await finish()).receipt }
  }

  test.each(['finishEmailChange', 'settleEmailChange'] as const)(
    'before %s goes back once the api makes it no more: the old address opens the same account, at both authorities',
    async (before) => {
      await using harness = await createHarness()
      const { wallet, finish } = await killed(harness, before)
      await expect(mailLogin(harness, old)).rejects.toMatchObject({ name: 'EMAIL_IN_USE' })
      harness.clock.advance(1800)
      await expect(finish()).rejects.toMatchObject(expired)
      expect(await mailLogin(harness, old)).toEqual(wallet)
      expect(await emails(harness)).toEqual([[old], [old]])
      // The new one now belongs to another account.
      expect((await mailLogin(harness, next)).userId).not.toBe(wallet.userId)
    },
  )

  test('is not undone by the old address once custody has heard that the api has the new one', async () => {
    await using harness = await createHarness()
    const { device, wallet, receipt } = await killed(harness, 'settleEmailChange')
    await device.client.call('settleEmailChange', { receipt: receipt ?? '' })
    harness.clock.advance(1800)
    await expect(mailLogin(harness, old)).rejects.toMatchObject({ name: 'EMAIL_IN_USE' })
    expect(await mailLogin(harness, next)).toEqual(wallet)
    expect(await emails(harness)).toEqual([[next], [next]])
  })

  test('takes nobody’s word for that but the api’s', async () => {
    await using harness = await createHarness()
    const { device, wallet } = await killed(harness, 'finishEmailChange')
    const { signing } = await openAuthorityKeyring('custody', harness.database, harness.kms('custody'))
    const claims = { sub: wallet.userId, email: next }
    const receipt = await signToken('emailTaken', claims, signing, harness.clock)
    await expect(device.client.call('settleEmailChange', { receipt })).rejects.toMatchObject(expired)
  })
})

test('a code of one step is good for no other, and for no login', async () => {
  await using harness = await createHarness()
  const { device } = await loggedIn(harness)
  await device.client.call('startEmailChange', { dappOrigin, email: old, newEmail: next })
  const code = codeTo(harness, old)
  const [attempt] = await harness.database.transaction(
    'custody',
    (sql) => sql<{ attempt_id: string }>`SELECT attempt_id FROM email_attempts WHERE purpose = 'old email'`,
  )
  await expect(device.client.call('emailVerify', { attemptId: attempt?.attempt_id ?? '', code })).rejects.toMatchObject(
    { name: 'OTP_EXPIRED' },
  )
})

describe('the link to the old address', () => {
  test('gives it back at both authorities and signs out every device; it works once', async () => {
    await using harness = await createHarness()
    const { device, accessToken, wallet } = await loggedIn(harness)
    await change(harness, device, accessToken)
    const otherDevice = await harness.device()
    const token = harness.mailbox.linkTokenFor(old)
    // Link scanners that fetch links before users do change nothing.
    for (const method of ['GET', 'HEAD']) {
      const url = `${addresses.custodyUrl}/custody/v1/email-change/undo?token=${token}`
      expect((await harness.fetch(url, { method })).status).toBe(404)
    }
    const { email, statement } = await otherDevice.client.call('undoEmailChange', { token })
    expect(email).toBe(old)
    await otherDevice.client.call('applyEmailUndo', { statement })
    expect(await emails(harness)).toEqual([[old], [old]])
    await expect(device.unlock(accessToken)).rejects.toMatchObject(expired)

    harness.clock.advance(601)
    await expect(otherDevice.client.call('undoEmailChange', { token })).rejects.toMatchObject({ name: 'LINK_INVALID' })
    const back = await loggedIn(harness, old)
    expect(back.wallet).toEqual(wallet)
    // The address that it was changed to is free again, and not this account's.
    expect((await loggedIn(harness, next)).wallet.userId).not.toBe(wallet.userId)
  })

  test('of a first change is good after a second one was undone', async () => {
    await using harness = await createHarness()
    const { device, accessToken, wallet } = await loggedIn(harness)
    await change(harness, device, accessToken)
    const first = harness.mailbox.linkTokenFor(old)
    harness.clock.advance(31)
    await change(harness, device, accessToken, { from: next, to: 'ada@newest.example' })
    const otherDevice = await harness.device()
    const { statement: second } = await otherDevice.client.call('undoEmailChange', {
      token: harness.mailbox.linkTokenFor(next),
    })
    await otherDevice.client.call('applyEmailUndo', { statement: second })
    expect(await emails(harness)).toEqual([[next], [next]])
    harness.clock.advance(31)
    const thief = await loggedIn(harness, next)
    const { statement } = await otherDevice.client.call('undoEmailChange', { token: first })
    await otherDevice.client.call('applyEmailUndo', { statement })
    expect(await emails(harness)).toEqual([[old], [old]])
    await expect(thief.device.unlock(thief.accessToken)).rejects.toMatchObject(expired)
    harness.clock.advance(31)
    expect((await loggedIn(harness, old)).wallet).toEqual(wallet)
  })

  test('is enough at custody alone: the next login by the old address does the rest', async () => {
    await using harness = await createHarness()
    const { device, accessToken, wallet } = await loggedIn(harness)
    await change(harness, device, accessToken)
    await device.client.call('undoEmailChange', { token: harness.mailbox.linkTokenFor(old) })
    harness.clock.advance(31)
    expect((await loggedIn(harness, old)).wallet).toEqual(wallet)
    await expect(device.unlock(accessToken)).rejects.toMatchObject(expired)
  })

  test('beats every later change: a thief who changes twice does not keep the account, nor gets it back', async () => {
    await using harness = await createHarness()
    const { device, accessToken, wallet } = await loggedIn(harness)
    await change(harness, device, accessToken)
    harness.clock.advance(31)
    await change(harness, device, accessToken, { from: next, to: 'third@example.com' })
    const thiefs = harness.mailbox.linkTokenFor(next)
    const { statement } = await device.client.call('undoEmailChange', { token: harness.mailbox.linkTokenFor(old) })
    await device.client.call('applyEmailUndo', { statement })
    await expect(device.client.call('undoEmailChange', { token: thiefs })).rejects.toMatchObject({
      name: 'LINK_INVALID',
    })
    expect(await emails(harness)).toEqual([[old], [old]])
    harness.clock.advance(31)
    expect((await loggedIn(harness, old)).wallet).toEqual(wallet)
  })

  test('forgets the logins by providers that were added since, and no others', async () => {
    await using harness = await createHarness()
    const { device, accessToken, wallet } = await loggedIn(harness)
    const { userId } = wallet
    /** Added by the account's current holder, at both authorities. */
    const addLogin = async (subject: string) => {
      const at = harness.clock.now()
      await harness.database.transaction(
        'custody',
        (sql) => sql`
          INSERT INTO identities (provider, issuer, subject, user_id, linked_at)
          VALUES ('github', 'https://github.com', ${subject}, ${userId}, ${at})`,
      )
      await harness.database.transaction(
        'api',
        (sql) => sql`
          INSERT INTO user_logins (provider, issuer, subject, user_id, linked_at)
          VALUES ('github', 'https://github.com', ${subject}, ${userId}, ${at})`,
      )
    }
    const logins = () =>
      Promise.all([
        harness.database.transaction('custody', (sql) => sql`SELECT subject FROM identities ORDER BY subject`),
        harness.database.transaction('api', (sql) => sql`SELECT subject FROM user_logins ORDER BY subject`),
      ])
    await addLogin('own')
    harness.clock.advance(1)
    await change(harness, device, accessToken)
    await addLogin('thief')
    expect(await logins()).toEqual([1, 2].map(() => [{ subject: 'own' }, { subject: 'thief' }]))
    const { statement } = await device.client.call('undoEmailChange', { token: harness.mailbox.linkTokenFor(old) })
    await device.client.call('applyEmailUndo', { statement })
    expect(await logins()).toEqual([1, 2].map(() => [{ subject: 'own' }]))
  })

  test('is not needed against logins by providers that were added while the change went on: it forgets them', async () => {
    await using harness = await createHarness()
    const { device, accessToken, wallet } = await loggedIn(harness)
    const { client } = device
    const { changeId } = await client.call('startEmailChange', { dappOrigin, email: old, newEmail: next })
    const { apiGrant } = await client.call('proveOldEmail', { changeId, code: codeTo(harness, old) })
    await client.call('confirmSession', { apiGrant }, { accessToken })
    await client.call('prepareEmailChange', { newEmail: next }, { accessToken })
    await harness.database.transaction(
      'api',
      (sql) => sql`
        INSERT INTO user_logins (provider, issuer, subject, user_id, linked_at)
        VALUES ('github', 'https://github.com', 'thief', ${wallet.userId}, ${harness.clock.now()})`,
    )
    await harness.database.transaction(
      'custody',
      (sql) => sql`
        INSERT INTO identities (provider, issuer, subject, user_id, linked_at)
        VALUES ('github', 'https://github.com', 'thief', ${wallet.userId}, ${harness.clock.now()})`,
    )
    const { statement } = await client.call('proveNewEmail', { changeId, code: codeTo(harness, next) })
    await client.call('finishEmailChange', { statement }, { accessToken })
    expect(await harness.database.transaction('custody', (sql) => sql`SELECT 1 FROM identities`)).toEqual([])
    expect(await harness.database.transaction('api', (sql) => sql`SELECT 1 FROM user_logins`)).toEqual([])
  })

  test('ends after seven days, and an invented one is none', async () => {
    await using harness = await createHarness()
    const { device, accessToken } = await loggedIn(harness)
    await change(harness, device, accessToken)
    const invalid = { name: 'LINK_INVALID' }
    for (const token of ['', 'A'.repeat(43)])
      await expect(device.client.call('undoEmailChange', { token })).rejects.toMatchObject(invalid)
    harness.clock.advance(7 * day)
    const token = harness.mailbox.linkTokenFor(old)
    await expect(device.client.call('undoEmailChange', { token })).rejects.toMatchObject(invalid)
  })
})

test('when the old address cannot be told nothing has changed', async () => {
  await using harness = await createHarness()
  const { device, accessToken } = await loggedIn(harness)
  const { client } = device
  const { changeId } = await client.call('startEmailChange', { dappOrigin, email: old, newEmail: next })
  await client.call('proveOldEmail', { changeId, code: codeTo(harness, old) })
  harness.mailbox.isUp = false
  const code = codeTo(harness, next)
  await expect(client.call('proveNewEmail', { changeId, code })).rejects.toMatchObject({ name: 'MAIL_FAILED' })
  harness.mailbox.isUp = true
  expect(await emails(harness)).toEqual([[old], [old]])
  await device.unlock(accessToken)
})

test('killed at any step of a change, a user reaches the same wallet by one of the two addresses, when the device that changes it goes on', async () => {
  const kill = createKillSwitch()
  await using harness = await createHarness({ wrapDatabase: kill.wrapDatabase })
  const fetch = kill.wrapFetch(harness.fetch)
  let step = 0
  let halfway = 0
  // Every third step: those between two of them are one statement of a transaction.
  for (; ; step += 3) {
    const [from, to] = [`person${step}@example.com`, `person${step}@new.example`]
    const device = await harness.device({ fetch })
    const { accessToken, wallet } = await logIn(harness, device, from)
    kill.killAt(step)
    let changeId = ''
    const onBegun = (begun: string) => {
      changeId = begun
    }
    await change(harness, device, accessToken, { from, to, onBegun }).catch(() => {})
    if (!kill.revive()) break
    await harness.restart()
    harness.clock.advance(31)
    const [apis = [], custodys = []] = await emails(harness)
    const email = custodys.includes(to) ? to : from
    if (!apis.includes(email)) {
      halfway++
      // The api accepts no sign-in about it.
      const stranger = await harness.device()
      await expect(logIn(harness, stranger, email)).rejects.toMatchObject(expired)
      const { statement } = await device.client.call('proveNewEmail', { changeId, code: '' })
      await device.client.call('finishEmailChange', { statement }, { accessToken })
      harness.clock.advance(31)
    }
    const back = await logIn(harness, await harness.device(), email)
    expect([step, back.wallet]).toEqual([step, wallet])
  }
  expect(step).toBeGreaterThan(60)
  expect(halfway).toBeGreaterThan(0)
}, 240_000)
