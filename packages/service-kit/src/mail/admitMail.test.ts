import { expect, test } from 'vitest'
import { createTestClock } from '../../test/testClock.ts'
import { createTestMacs } from '../../test/testMacs.ts'
import type { Challenges } from '../challenges/createChallenges.ts'
import { mailLimits, openLimits } from '../limits/limits.ts'
import type { LimitNumbers } from '../limits/limitsFile.ts'
import type { Requester } from '../limits/mailLimits.ts'
import { createRateLimiter } from '../rateLimits/createRateLimiter.ts'
import { createMemoryRateLimits } from '../rateLimits/memoryRateLimits.ts'
import { admitMail } from './admitMail.ts'

const none = { full: null, free: null }
const nothingBefore = (requester: Requester) => ({
  requester,
  lastUnusedAt: null,
  at: { emailHour: none, emailDay: none, network: none, wideNetwork: none, widestNetwork: none },
})

/** Allows eight mails per hour in total. Returns the work that each mail takes, 0 for none, or the error. */
const setUp = ({
  isBraking = false,
  changes = {},
  solvedWork = 800,
}: {
  isBraking?: boolean
  changes?: LimitNumbers
  solvedWork?: number
} = {}) => {
  const clock = createTestClock()
  const limits = openLimits({ calls: true, mails: true, changes: { mailsPerHour: 8, challengeWork: 100, ...changes } })
  const asked: number[] = []
  const challenges = {
    make: async (_: unknown, { work }: { work: number }) => {
      asked.push(work)
      return {}
    },
    judge: async () => ({ id: 'solved', expiresAt: clock.now(), work: solvedWork }),
  } as unknown as Challenges
  const limiter = createRateLimiter({ limits, rateLimits: createMemoryRateLimits(), kms: createTestMacs(), clock })
  const gate = { limits, limiter, challenges, clock, isBraking: async () => isBraking }
  let networks = 0
  return async (
    requester: Requester = 'stranger',
    ipAddress = `198.51.${networks++}.1`,
    isFree = false,
    email = 'ada@example.com',
  ): Promise<number | string> => {
    const caller = { ipAddress, projectId: 'demo' }
    const binding = { deviceId: 'device', email, endpoint: 'mail login' }
    asked.length = 0
    const mail = { caller, binding, earlier: nothingBefore(requester), mailLimits: mailLimits(limits, caller), isFree }
    return admitMail(gate, { ...mail, solution: {} as never, spend: async () => true }).then(
      () => asked[0] ?? 0,
      (error: Error) => error.name,
    )
  }
}

test('the last mails for strangers take eight times the work, and known devices and networks none of it', async () => {
  const mail = setUp()
  const works: (number | string)[] = []
  for (let count = 0; count < 9; count++) works.push(await mail())
  expect(works).toEqual([0, 0, 0, 0, 100, 100, 800, 800, 'RATE_LIMITED'])
  expect([await mail('knownNetwork'), await mail('knownDevice')]).toEqual([0, 0])
})

test('mails that take no challenge leave the last ones to those that do', async () => {
  const mail = setUp()
  const works: (number | string)[] = []
  for (let count = 0; count < 7; count++) works.push(await mail('stranger', undefined, true))
  expect(works).toEqual([0, 0, 0, 0, 0, 0, 'RATE_LIMITED'])
  expect([await mail(), await mail('knownNetwork', undefined, true)]).toEqual([800, 0])
})

test('sub-addresses of one mailbox have so many mails together, and known devices and networks theirs', async () => {
  const mail = setUp({ changes: { mailsPerHour: 100, mailsPerMailboxHour: 2, challengePercent: 100 } })
  const to = (email: string, requester: Requester = 'stranger') => mail(requester, undefined, false, email)
  expect([await to('ada@gmail.com'), await to('a.da+1@gmail.com'), await to('ada+2@googlemail.com')]).toEqual([
    0,
    0,
    'RATE_LIMITED',
  ])
  expect([await to('bob@gmail.com'), await to('ada@gmail.com', 'knownNetwork')]).toEqual([0, 0])
})

test('while many wrong codes are entered every mail takes four times the work, but for a known device', async () => {
  const mail = setUp({ isBraking: true })
  expect([await mail(), await mail('knownNetwork'), await mail('knownDevice')]).toEqual([400, 400, 0])
})

test.each([
  ['made before the brake', 100, 'CHALLENGE_REQUIRED'],
  ['made under it', 400, 400],
])('while many wrong codes are entered, a challenge that was %s', async (_, solvedWork, outcome) => {
  expect(await setUp({ isBraking: true, solvedWork })()).toBe(outcome)
})

test('a challenge that was made before mails became scarce doesn’t count for the last ones', async () => {
  const mail = setUp({ solvedWork: 100 })
  const works: (number | string)[] = []
  for (let count = 0; count < 7; count++) works.push(await mail())
  expect(works).toEqual([0, 0, 0, 0, 100, 100, 'CHALLENGE_REQUIRED'])
})

test.each([
  ['one address', 'knownMailsPerNetworkHour', ['192.0.2.1', '192.0.2.1', '192.0.2.1']],
  ['one /24', 'knownMailsPerWideNetworkHour', ['192.0.2.1', '192.0.2.2', '192.0.2.3']],
  ['one /48', 'knownMailsPerWidestNetworkHour', ['2001:db8:1:100::1', '2001:db8:1:200::1', '2001:db8:1:300::1']],
] as const)('also known devices and networks have so many mails in %s', async (_, limit, [first, second, third]) => {
  const mail = setUp({ changes: { [limit]: 2 } })
  expect([await mail('knownDevice', first), await mail('knownNetwork', second)]).toEqual([0, 0])
  expect([await mail('knownDevice', third), await mail('knownNetwork', third)]).toEqual([
    'RATE_LIMITED',
    'RATE_LIMITED',
  ])
  expect([await mail('knownDevice'), await mail('stranger', third)]).toEqual([0, 0])
})
