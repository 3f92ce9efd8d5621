import { verifyToken } from '@latchkey/service-kit/keys/tokens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Custody, newEmail, openCustody } from '../custody.fixture.ts'

let custody: Custody
beforeAll(async () => {
  custody = await openCustody()
})
afterAll(() => custody[Symbol.asyncDispose]())

const started = async () => {
  const email = newEmail()
  const device = await custody.device()
  const { attemptId } = await device.start(email)
  const code = custody.mailbox.codeFor(email)
  const wrong = code === '000000' ? '000001' : '000000'
  return { email, device, attemptId, code, wrong, enter: (text: string) => device.verify(attemptId, text) }
}

test('the right code gives a grant for the api and a token for custody, both bound to the device', async () => {
  const { email, device, code, enter } = await started()
  custody.clock.advance(90)
  const { userId, apiGrant, custodyToken } = await enter(code)
  const { publicKey } = custody.keyring.signing
  const cnf = { jkt: device.deviceId }
  expect(await verifyToken('apiGrant', apiGrant, publicKey, custody.clock)).toEqual({
    sub: userId,
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    email,
    purpose: 'login',
    auth_time: Math.floor(custody.clock.now().getTime() / 1000),
    cnf,
    hpke: device.hpkePublicKey,
  })
  expect(await verifyToken('custodyToken', custodyToken, publicKey, custody.clock)).toEqual({ sub: userId, cnf })
})

test('one email is one user, on every device; another email is another', async () => {
  const email = newEmail()
  const first = await (await custody.device()).prove(email)
  const second = await (await custody.device()).prove(email.toUpperCase().toLowerCase())
  const other = await (await custody.device()).prove(newEmail())
  expect(second.userId).toBe(first.userId)
  expect(second.apiGrant).not.toBe(first.apiGrant)
  expect(other.userId).not.toBe(first.userId)
})

test('wrong codes count down, and after three the right one is too late', async () => {
  const { code, wrong, enter } = await started()
  await expect(enter(wrong)).rejects.toMatchObject({ name: 'OTP_INVALID', details: { triesLeft: 2 } })
  await expect(enter(wrong)).rejects.toMatchObject({ name: 'OTP_INVALID', details: { triesLeft: 1 } })
  await expect(enter(wrong)).rejects.toMatchObject({ name: 'OTP_EXHAUSTED' })
  await expect(enter(code)).rejects.toMatchObject({ name: 'OTP_EXHAUSTED' })
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', "' OR 1=1 --", '\u0000'])(
  'text of another shape, %j, is a wrong code',
  async (text) => {
    const { code, enter } = await started()
    await expect(enter(text)).rejects.toMatchObject({ name: 'OTP_INVALID', details: { triesLeft: 2 } })
    expect(await enter(code)).toHaveProperty('userId')
  },
)

test.each([' 123 456', '123\u00a0456'])('the gap that mails show is not part of a code', async (shape) => {
  const { code, enter } = await started()
  expect(await enter(shape.replace('123', code.slice(0, 3)).replace('456', code.slice(3)))).toHaveProperty('userId')
})

test('a code works once', async () => {
  const { code, wrong, enter } = await started()
  await enter(code)
  for (const text of [code, wrong]) await expect(enter(text)).rejects.toMatchObject({ name: 'OTP_USED' })
})

test('of racing calls with the right code one succeeds', async () => {
  const { code, enter } = await started()
  const calls = await Promise.allSettled(Array.from({ length: 20 }, () => enter(code)))
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('of a hundred calls at once with wrong codes three count, and then the right one is too late', async () => {
  const { code, enter } = await started()
  const others = Array.from({ length: 101 }, (_, index) => String(index).padStart(6, '0')).filter(
    (text) => text !== code,
  )
  const answers = await Promise.allSettled(others.slice(0, 100).map(enter))
  const names = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.name : 'right'))
  expect(names.filter((name) => name === 'OTP_INVALID')).toHaveLength(2)
  expect(names.filter((name) => name === 'OTP_EXHAUSTED')).toHaveLength(98)
  await expect(enter(code)).rejects.toMatchObject({ name: 'OTP_EXHAUSTED' })
})

test('of a hundred calls at once, half of them with the right code, one succeeds at most and three wrong ones count at most', async () => {
  const { code, wrong, enter } = await started()
  const answers = await Promise.allSettled(Array.from({ length: 100 }, (_, index) => enter(index % 2 ? code : wrong)))
  const names = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.name : 'right'))
  expect(names.filter((name) => name === 'right').length).toBeLessThanOrEqual(1)
  expect(names.filter((name) => name === 'OTP_INVALID').length).toBeLessThanOrEqual(2)
  for (const name of names) expect(['right', 'OTP_INVALID', 'OTP_EXHAUSTED', 'OTP_USED']).toContain(name)
})

test('a code expires after ten minutes', async () => {
  const { code, enter } = await started()
  custody.clock.advance(600)
  await expect(enter(code)).rejects.toMatchObject({ name: 'OTP_EXPIRED' })
})

test('another device with the attempt and the code gets nothing, and costs nothing', async () => {
  const { attemptId, code, enter } = await started()
  const thief = await custody.device()
  for (const _ of [1, 2, 3, 4]) {
    await expect(thief.verify(attemptId, code)).rejects.toMatchObject({ name: 'OTP_EXPIRED' })
  }
  expect(await enter(code)).toHaveProperty('userId')
})

test('a code is good for its own attempt alone', async () => {
  const [one, other] = [await started(), await started()]
  if (one.code !== other.code) await expect(one.enter(other.code)).rejects.toMatchObject({ name: 'OTP_INVALID' })
  await expect(one.device.verify(crypto.randomUUID(), one.code)).rejects.toMatchObject({ name: 'OTP_EXPIRED' })
})

test('a newer code of the same device replaces the older one', async () => {
  const { email, device, code, enter } = await started()
  custody.clock.advance(30)
  const { attemptId } = await device.start(email)
  await expect(enter(code)).rejects.toMatchObject({ name: 'OTP_EXPIRED' })
  expect(await device.verify(attemptId, custody.mailbox.codeFor(email))).toHaveProperty('userId')
})

test('a stranger who asks for codes does not disturb a login', async () => {
  const { email, code, enter } = await started()
  await (await custody.device()).start(email)
  expect(await enter(code)).toHaveProperty('userId')
})
