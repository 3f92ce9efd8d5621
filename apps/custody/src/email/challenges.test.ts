import { randomUUID } from 'node:crypto'
import type { Challenge, Solution } from '@latchkey/api-client'
import { solveChallenge } from '@latchkey/api-client/solveChallenge'
import { AppError } from '@latchkey/protocol/errors'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Custody, newEmail, openCustody } from '../custody.fixture.ts'

const hour = 3600
/** Real challenges that are almost free. */
const cheap = { challengeWork: 4 }
let custody: Custody
const withLimits = (changes: Record<string, number> = {}) => {
  beforeEach(async () => {
    custody = await openCustody({ limits: { calls: true, mails: true, changes: { ...cheap, ...changes } } })
  })
  afterEach(() => custody[Symbol.asyncDispose]())
}
type Device = Awaited<ReturnType<Custody['device']>>
/** Each in a separate network, of any width. */
const networks = { count: 0 }
const elsewhere = () => custody.device(`198.${18 + Math.floor(networks.count / 250)}.${networks.count++ % 250}.1`)

/** Returns the challenge that a mail requires. */
const challengeOf = async (asked: Promise<unknown>): Promise<Challenge> => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ name: 'CHALLENGE_REQUIRED' })
  return (error as AppError).details as unknown as Challenge
}
/** Requests as our wallet does. */
const startSolved = async (device: Device, email: string) => {
  try {
    return await device.start(email)
  } catch (error) {
    if (!(error instanceof AppError) || error.name !== 'CHALLENGE_REQUIRED') throw error
    return device.start(email, { solution: await solveChallenge(error.details as unknown as Challenge) })
  }
}
/** An email with so many requests that the next mail takes a challenge. */
const pressed = async (): Promise<string> => {
  const email = newEmail()
  await (await elsewhere()).start(email)
  return email
}
const mailsTo = (email: string): number => custody.mailbox.mails.filter(({ to }) => to === email).length

describe('a flood of mails to one address', () => {
  withLimits()

  test('of 500 attempts with solved challenges from 50 networks leaves the user’s way in on a new device, four codes an hour, and every valid code', async () => {
    const email = newEmail()
    const home = '203.0.113.7'
    await (await custody.device(home)).prove(email)
    custody.clock.advance(24 * hour)
    const before = mailsTo(email)
    const pending = await elsewhere()
    const early = await pending.start(email)
    const earlyCode = custody.mailbox.codeFor(email)

    const outcomes: Record<string, number> = {}
    for (let attempt = 0; attempt < 500; attempt++) {
      const device = await custody.device(`198.51.${attempt % 50}.${1 + Math.floor(attempt / 50)}`)
      const outcome = await startSolved(device, email).then(
        () => 'mailed',
        (error: AppError) => error.name,
      )
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    expect(outcomes).toEqual({ mailed: 2, RATE_LIMITED: 498 })

    const fresh = await custody.device('203.0.113.90')
    const { attemptId } = await fresh.start(email)
    expect(mailsTo(email) - before).toBe(4)
    expect(await fresh.verify(attemptId, custody.mailbox.codeFor(email))).toHaveProperty('apiGrant')
    expect(await pending.verify(early.attemptId, earlyCode)).toHaveProperty('apiGrant')
  })

  test('that comes every quarter of an hour leaves the user mails on a new device in a new network', async () => {
    const email = newEmail()
    let got = 0
    for (let quarter = 0; quarter < 4 * 24 * 2; quarter++) {
      custody.clock.advance(hour / 4)
      const at = quarter % 6
      // The user tries every ninety minutes, before the flooder has seen that there is a mail again.
      if (at === 0) {
        const fresh = await elsewhere()
        const outcome = await startSolved(fresh, email).then(
          () => 0,
          (error: AppError) => Number(error.details.seconds),
        )
        if (outcome === 0) got++
        else expect(outcome).toBeLessThanOrEqual(hour)
      }
      for (const _ of [1, 2]) await startSolved(await elsewhere(), email).catch(() => {})
    }
    expect(got).toBeGreaterThan(10)
  })

  test('by strangers in the user’s own network is not more than that network may have', async () => {
    const email = newEmail()
    await (await custody.device('203.0.113.7')).prove(email)
    custody.clock.advance(24 * hour)
    const before = mailsTo(email)
    for (let host = 10; host < 40; host++)
      await startSolved(await custody.device(`203.0.113.${host}`), email).catch(() => {})
    expect(mailsTo(email) - before).toBe(5)
    await (await elsewhere()).start(email)
  })

  test('a network is forgotten after the time that the operator sets', async () => {
    const email = newEmail()
    await (await custody.device('203.0.113.7')).prove(email)
    custody.clock.advance(181 * 24 * hour)
    await custody.clean()
    for (const _ of [1, 2, 3]) await startSolved(await elsewhere(), email)
    await expect((await custody.device('203.0.113.7')).start(email)).rejects.toMatchObject({ name: 'RATE_LIMITED' })
  })
})

describe('mails to many addresses', () => {
  withLimits()

  test.each([
    ['one /24', 90, (index: number) => `203.0.113.${1 + (index % 250)}`, '203.0.114.1'],
    [
      'one /56',
      90,
      (index: number) => `2001:db8:1:2${(index % 256).toString(16).padStart(2, '0')}::1`,
      '2001:db8:1:300::1',
    ],
    ['one /48', 180, (index: number) => `2001:db8:1:${(index * 256).toString(16)}::1`, '2001:db8:2::1'],
  ])('from %s are limited, and not those from beside it', async (_, most, addressOf, beside) => {
    for (let index = 0; index < most; index++) await startSolved(await custody.device(addressOf(index)), newEmail())
    await expect((await custody.device(addressOf(most))).start(newEmail())).rejects.toMatchObject({
      name: 'RATE_LIMITED',
    })
    await startSolved(await custody.device(beside), newEmail())
  })
})

describe('mails that are used, as by whoever has a domain', () => {
  withLimits({
    allMailsPerNetworkHour: 4,
    allMailsPerWideNetworkHour: 6,
    allMailsPerWidestNetworkHour: 8,
    challengePercent: 100,
  })

  test.each([
    ['one address', 4, () => '203.0.113.7'],
    ['one /24', 6, (index: number) => `203.0.113.${index}`],
    ['one /56', 6, (index: number) => `2001:db8:1:2${index}::1`],
    ['one /48', 8, (index: number) => `2001:db8:1:${index}00::1`],
  ])('count for %s', async (_, most, addressOf) => {
    for (let index = 0; index < most; index++) await (await custody.device(addressOf(index))).prove(newEmail())
    const next = await custody.device(addressOf(most))
    await expect(next.start(newEmail())).rejects.toMatchObject({ name: 'RATE_LIMITED' })
    await (await elsewhere()).prove(newEmail())
  })
})

describe('all mails of strangers together', () => {
  withLimits({ mailsPerHour: 4 })

  test('take a challenge when half of them are sent, and end; known devices and networks go on', async () => {
    const email = newEmail()
    const own = await custody.device('203.0.113.7')
    await own.prove(email)
    custody.clock.advance(hour)
    for (const _ of [1, 2]) await (await elsewhere()).start(newEmail())
    const stranger = await elsewhere()
    const strangers = newEmail()
    await challengeOf(stranger.start(strangers))
    await startSolved(stranger, strangers)
    await startSolved(await elsewhere(), newEmail())
    await expect((await elsewhere()).start(newEmail())).rejects.toMatchObject({ name: 'RATE_LIMITED' })
    await own.start(email)
    await (await custody.device('203.0.113.8')).start(email)
  })
})

describe('a solution', () => {
  withLimits()

  test('mails the code, and the answer has the challenge of the next mail', async () => {
    const email = await pressed()
    const device = await elsewhere()
    const solution = await solveChallenge(await challengeOf(device.start(email)))
    const answer = await device.start(email, { solution })
    expect(answer).toMatchObject({ attemptId: expect.any(String), challenge: { signature: expect.any(String) } })
    custody.clock.advance(30)
    const next = await solveChallenge(answer.challenge as Challenge)
    await device.start(email, { solution: next })
  })

  test('counts once', async () => {
    const email = await pressed()
    const device = await elsewhere()
    const solution = await solveChallenge(await challengeOf(device.start(email)))
    await device.start(email, { solution })
    custody.clock.advance(30)
    const fresh = await challengeOf(device.start(email, { solution }))
    expect(fresh.nonce).not.toBe(solution.nonce)
  })

  test('is not used up by a mail that was not taken', async () => {
    const email = await pressed()
    const device = await elsewhere()
    const solution = await solveChallenge(await challengeOf(device.start(email)))
    custody.mailbox.isUp = false
    await expect(device.start(email, { solution })).rejects.toMatchObject({ name: 'MAIL_FAILED' })
    custody.mailbox.isUp = true
    await device.start(email, { solution })
  })

  const changed: [string, (solution: Solution) => Solution][] = [
    ['with another key', (solution) => ({ ...solution, derivedKey: 'ab'.repeat(32) })],
    ['that makes the work less', (solution) => ({ ...solution, cost: 1 })],
    ['that says that it took more work', (solution) => ({ ...solution, work: 1_000_000 })],
    ['that lives longer', (solution) => ({ ...solution, expiresAt: solution.expiresAt + 1 })],
    ['with another signature', (solution) => ({ ...solution, signature: 'ab'.repeat(32) })],
    ['with a key of its own, signed by nobody', (solution) => ({ ...solution, keySignature: 'ab'.repeat(32) })],
    ['with another salt', (solution) => ({ ...solution, salt: 'ab'.repeat(16) })],
  ]
  test.each(changed)('%s is none, and another challenge comes of it', async (_, change) => {
    const email = await pressed()
    const device = await elsewhere()
    const solution = await solveChallenge(await challengeOf(device.start(email)))
    await challengeOf(device.start(email, { solution: change(solution) }))
    await device.start(email, { solution })
  })

  test('that has expired is none', async () => {
    const email = await pressed()
    const device = await elsewhere()
    const solution = await solveChallenge(await challengeOf(device.start(email)))
    custody.clock.advance(600)
    await challengeOf(device.start(email, { solution }))
  })

  test('is for one device and one email', async () => {
    const email = await pressed()
    const [device, another] = [await elsewhere(), await elsewhere()]
    const solution = await solveChallenge(await challengeOf(device.start(email)))
    await challengeOf(another.start(email, { solution }))
    await challengeOf(device.start(await pressed(), { solution }))
    await device.start(email, { solution })
  })

  test('is asked of nobody below half of the limits, of no known device, and of nobody who may not have a mail anyway', async () => {
    const email = newEmail()
    const own = await elsewhere()
    await own.prove(email)
    for (const _ of [1, 2, 3, 4]) await own.prove(email)
    const other = newEmail()
    for (const _ of [1, 2, 3]) await startSolved(await elsewhere(), other)
    await expect((await elsewhere()).start(other)).rejects.toMatchObject({ name: 'RATE_LIMITED' })
  })
})

describe('wrong codes of all users together', () => {
  withLimits({ wrongCodes: 6 })

  const guess = async (times: number) => {
    for (let wrong = 0; wrong < times; wrong += 3) {
      const device = await elsewhere()
      const { attemptId } = await startSolved(device, newEmail())
      for (const _ of [1, 2, 3]) await device.verify(attemptId, 'wrong').catch(() => {})
    }
  }

  test('are those that used up a try: what is entered for a code that is over does not count', async () => {
    const device = await elsewhere()
    const { attemptId } = await device.start(newEmail())
    for (let wrong = 0; wrong < 60; wrong++) await device.verify(attemptId, 'wrong').catch(() => {})
    await device.verify(randomUUID(), 'wrong').catch(() => {})
    await (await elsewhere()).start(newEmail())
    expect(custody.log).toEqual([])
  })

  test('make every mail for an unknown device take a challenge, and a line in the log, until they end', async () => {
    const email = newEmail()
    const own = await elsewhere()
    await own.prove(email)
    await guess(3)
    await (await elsewhere()).start(newEmail())
    expect(custody.log).toEqual([])
    await guess(6)
    const stranger = await elsewhere()
    const theirs = newEmail()
    await challengeOf(stranger.start(theirs))
    await startSolved(stranger, theirs)
    await own.start(email)
    expect(custody.log).toEqual([{ level: 'warn', event: 'too many wrong codes', authority: 'custody' }])
    custody.clock.advance(600)
    await (await elsewhere()).start(newEmail())
  })
})
