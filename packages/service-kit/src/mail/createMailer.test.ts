import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { type SmtpServerOptions, startSmtpServer } from '../../test/smtpServer.ts'
import { type LogEntry, withRequestId } from '../log.ts'
import { forRequest } from '../requestId.ts'
import { createMailer } from './createMailer.ts'

const mailTo = (to: string) => ({ to, subject: 'Subject', html: '<p>secret 123 456</p>', text: 'secret 123 456\n' })
const failed = expect.objectContaining({ name: 'MAIL_FAILED' })

async function open(options: SmtpServerOptions = {}) {
  const server = await startSmtpServer(options)
  const log: LogEntry[] = []
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${server.port}`,
    from: 'Latchkey <codes@latchkey.example>',
    log: (entry) => log.push(entry),
    retryAfterMs: [5, 10],
    probeEveryMs: 10,
    closeWithinMs: 500,
  })
  return {
    server,
    log,
    mailer,
    events: () => log.map(({ event, cause }) => (cause === undefined ? event : `${event}: ${cause}`)),
    async [Symbol.asyncDispose]() {
      await mailer.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

test('a mail arrives with sender, subject and both forms, marked as sent by a machine', async () => {
  await using place = await open()
  place.mailer.send(mailTo('ada@example.com'))
  await expect.poll(() => place.events()).toEqual(['mail sent'])
  const [mail] = place.server.delivered
  expect(mail?.to).toBe('ada@example.com')
  for (const part of [
    'From: Latchkey <codes@latchkey.example>',
    'Subject: Subject',
    'Auto-Submitted: auto-generated',
    'Content-Type: text/plain',
    'Content-Type: text/html',
    'secret 123 456',
  ]) {
    expect(mail?.data).toContain(part)
  }
})

test('sending returns before the server has taken the mail', async () => {
  const gate = Promise.withResolvers<void>()
  await using place = await open({ hold: () => gate.promise })
  place.mailer.send(mailTo('ada@example.com'))
  expect(place.server.delivered).toEqual([])
  gate.resolve()
  await expect.poll(() => place.server.delivered).toHaveLength(1)
})

test('many mails all arrive, a few at a time', async () => {
  await using place = await open()
  for (let index = 0; index < 50; index++) place.mailer.send(mailTo(`${index}@example.com`))
  await expect.poll(() => place.server.delivered).toHaveLength(50)
  expect(new Set(place.server.delivered.map(({ to }) => to)).size).toBe(50)
})

test('a mail that is refused for now is tried three times', async () => {
  let refusals = 2
  await using place = await open({ answerTo: () => (refusals-- > 0 ? '450 later' : null) })
  place.mailer.send(mailTo('ada@example.com'))
  const again = 'mail will be tried again: EENVELOPE 450'
  await expect.poll(() => place.events()).toEqual([again, again, 'mail sent'])
})

test('a mail that is refused for now three times is given up, and others still go out', async () => {
  await using place = await open({ answerTo: (to) => (to === 'ada@example.com' ? '450 later' : null) })
  place.mailer.send(mailTo('ada@example.com'))
  await expect.poll(() => place.events().at(-1)).toBe('mail given up: EENVELOPE 450')
  expect(place.events()).toHaveLength(3)
  place.mailer.send(mailTo('bob@example.com'))
  await expect.poll(() => place.server.delivered).toHaveLength(1)
})

test('a mail that is refused for good is not tried again, and does not switch mail off for others', async () => {
  await using place = await open({ answerTo: (to) => (to === 'ada@example.com' ? '550 no such user' : null) })
  place.mailer.send(mailTo('ada@example.com'))
  await expect.poll(() => place.events()).toEqual(['mail given up: EENVELOPE 550'])
  place.mailer.send(mailTo('bob@example.com'))
  await expect.poll(() => place.server.delivered).toHaveLength(1)
})

test('while the server is away, sending is MAIL_FAILED for every address; it goes on when the server is back', async () => {
  await using place = await open()
  const { port } = place.server
  await place.server[Symbol.asyncDispose]()
  place.mailer.send(mailTo('ada@example.com'))
  await expect.poll(() => place.events()).toContain('mail server cannot be reached')
  for (const to of ['ada@example.com', 'bob@example.com']) expect(() => place.mailer.send(mailTo(to))).toThrow(failed)
  await expect.poll(() => place.events()).toContain('mail given up: ESOCKET')

  await using back = await startSmtpServer({ port })
  await expect.poll(() => place.events().at(-1)).toBe('mail server is back')
  // Only the probe that found it.
  expect(back.connections()).toBe(1)
  place.mailer.send(mailTo('bob@example.com'))
  await expect.poll(() => back.delivered.map(({ to }) => to)).toEqual(['bob@example.com'])
})

test('a mail whose server comes back between two tries arrives', async () => {
  await using place = await open()
  const { port } = place.server
  await place.server[Symbol.asyncDispose]()
  const log: LogEntry[] = []
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'codes@latchkey.example',
    log: (entry) => log.push(entry),
    retryAfterMs: [500, 500],
    probeEveryMs: 60_000,
  })
  mailer.send(mailTo('ada@example.com'))
  await expect.poll(() => log.map(({ event }) => event)).toContain('mail will be tried again')
  await using back = await startSmtpServer({ port })
  // The server has received the mail slightly before the mailer knows.
  await expect.poll(() => log.map(({ event }) => event)).toContain('mail sent')
  mailer.send(mailTo('bob@example.com'))
  await mailer.close()
  expect(back.delivered).toHaveLength(2)
})

test('closing waits for the mails that were taken, and takes no more', async () => {
  await using place = await open()
  for (let index = 0; index < 10; index++) place.mailer.send(mailTo(`${index}@example.com`))
  await place.mailer.close()
  expect(place.server.delivered).toHaveLength(10)
  expect(() => place.mailer.send(mailTo('ada@example.com'))).toThrow(failed)
})

test('closing gives up on a server that never answers', async () => {
  await using place = await open({ hold: () => new Promise(() => {}) })
  for (let index = 0; index < 6; index++) place.mailer.send(mailTo(`${index}@example.com`))
  await expect.poll(() => place.server.connections()).toBe(4)
  await place.mailer.close()
  expect(place.events()).toEqual(['mails given up at the end: 2'])
})

test('the log holds neither addresses nor contents, whatever the server says', async () => {
  await using place = await open({
    answerTo: (to) => `${to.startsWith('a') ? 550 : 450} <${to}> is unknown, secret 123 456`,
  })
  for (const to of ['ada@example.com', 'bob@example.com']) place.mailer.send(mailTo(to))
  await expect.poll(() => place.events().filter((event) => event.startsWith('mail given up'))).toHaveLength(2)
  expect(JSON.stringify(place.log)).not.toMatch(/example\.com|secret|123/)
})

test('a mail server that goes while nobody mails shows when it is asked for, and is asked without our login', async () => {
  const server = await startSmtpServer()
  const said: string[] = []
  const listening = createServer((socket) => {
    const through = connect(server.port, '127.0.0.1')
    socket.on('data', (data) => said.push(data.toString())).pipe(through)
    through.pipe(socket)
    for (const each of [socket, through]) each.on('error', () => {})
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  const mailer = createMailer({ smtpUrl: `smtp://user:hunter2@127.0.0.1:${port}`, from: 'a@b.example', log: () => {} })
  expect(await mailer.check?.()).toBe(true)
  await expect.poll(() => said.join('')).toMatch(/^EHLO .*\r\nQUIT\r\n$/)
  listening.close()
  expect(await mailer.check?.()).toBe(false)
  // That was only a probe: a failure to send shows only when sending.
  expect(() => mailer.send(mailTo('ada@example.com'))).not.toThrow()
  await mailer.close()
  await server[Symbol.asyncDispose]()
})

test('each line has the id of the request that its mail was taken in, whoever delivers it', async () => {
  await using server = await startSmtpServer()
  const log: LogEntry[] = []
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${server.port}`,
    from: 'codes@latchkey.example',
    log: withRequestId((entry) => log.push(entry)),
  })
  const ids = Array.from({ length: 9 }, (_, index) => `request-${index}`)
  for (const id of ids) forRequest(id, () => mailer.send(mailTo(`${id}@example.com`)))
  expect(mailer.count?.()).toBe(9)
  await expect.poll(() => log.length).toBe(9)
  expect(log.map(({ requestId }) => requestId).toSorted()).toEqual(ids)
  await mailer.close()
  expect(mailer.count?.()).toBe(0)
})
