import { createMailer } from '@latchkey/service-kit/mail/createMailer'
import { startSmtpServer } from '@latchkey/service-kit/test/smtpServer'
import { expect, test } from 'vitest'
import { createHarness, logIn } from './harness.ts'

const email = 'ada.lovelace@example.com'

/** Returns every text in a JSON value, except names that are part of the protocol. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length < 6 || value === 'custody' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

test('no code, email, share, token or proof of whole logins reaches a log line, also when everything fails', async () => {
  const secrets = new Set<string>([email])
  let isBroken = false
  await using harness = await createHarness({
    wrapDatabase: (database) => ({
      ...database,
      transaction: (role, work) =>
        isBroken
          ? Promise.reject(new Error(`cannot insert ${email}: ${[...secrets].join(' ')}`))
          : database.transaction(role, work),
    }),
  })
  const overheard: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    for (const name of ['dpop', 'authorization']) secrets.add(request.headers.get(name) ?? email)
    if (request.method !== 'GET') for (const text of textsIn(await request.clone().json())) secrets.add(text)
    const response = await harness.fetch(request)
    if (response.ok) for (const text of textsIn(await response.clone().json())) secrets.add(text)
    return response
  }

  // A first sign-in with one wrong code, and a recovery on another device.
  const first = await harness.device({ fetch: overheard })
  const { attemptId } = await first.startEmail(email)
  await expect(first.finishLogin(attemptId, 'wrong code')).rejects.toMatchObject({ name: 'OTP_INVALID' })
  const login = await first.finishLogin(attemptId, harness.mailbox.codeFor(email))
  await first.enrol(login)
  await logIn(harness, await harness.device({ fetch: overheard }), email)
  isBroken = true
  const late = await harness.device({ fetch: overheard })
  await expect(late.startEmail(email)).rejects.toMatchObject({ name: 'INTERNAL' })

  // The same mails through the real mailer, to a server that repeats its input.
  await using server = await startSmtpServer({ answerTo: (to) => `550 <${to}> is unknown here` })
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${server.port}`,
    from: 'codes@latchkey.example',
    log: (entry) => harness.log.push(entry),
  })
  for (const mail of harness.mailbox.mails) {
    const [code = ''] = /\d{3} \d{3}/.exec(mail.text) ?? []
    for (const text of [code, code.replace(' ', ''), mail.html, mail.text]) secrets.add(text)
    mailer.send(mail)
  }
  await expect.poll(() => harness.log.filter(({ event }) => event === 'mail given up')).toHaveLength(2)
  await mailer.close()

  const lines = harness.log.map((entry) => JSON.stringify(entry))
  expect(harness.log.map(({ route, error }) => [route, error])).toContainEqual(['emailVerify', 'OTP_INVALID'])
  expect(harness.log.map(({ error }) => error)).toContain('INTERNAL')
  expect(secrets.size).toBeGreaterThan(60)
  for (const secret of secrets) for (const line of lines) expect(line).not.toContain(secret)
})
