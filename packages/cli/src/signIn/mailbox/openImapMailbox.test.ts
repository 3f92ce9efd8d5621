import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificates } from '../../testing/makeCertificates.fixture.ts'
import { runCommand } from '../../testing/runCommand.fixture.ts'
import { startDeployment } from '../../testing/startDeployment.fixture.ts'
import { type Dovecot, findDovecot, startDovecot } from '../../testing/startDovecot.fixture.ts'
import { readCodeMail } from '../readMails.ts'
import type { Mailbox } from './Mailbox.ts'
import { openMailbox } from './openMailbox.ts'

const email = 'watch@example.com'
/** Builds a mail in two forms, with the soft line breaks that mail servers insert. */
const mail = (code: string, to = email): string =>
  mailOf(`Enter this code in the window where you asked for it.\n\n    ${code}\n\nNetwork: 203.0.113.x`, to)
const mailOf = (text: string, to: string): string =>
  [
    'From: Latchkey <codes@example.com>',
    `To: Watch <${to}>`,
    'Subject: Sign in to Demo',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    ...text.split('\n').map((line) => line.replaceAll('=', '=3D').replace(/.{60}(?=.)/g, '$&=\r\n')),
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>The same.</p>',
    '--b--',
    '',
  ].join('\r\n')

const program = findDovecot()

// If the machine has Dovecot.
describe.each(program === null ? [] : [program])('an inbox of %s', (dovecot) => {
  const certificates = makeCertificates()
  let server: Dovecot
  beforeAll(async () => {
    server = await startDovecot(dovecot, certificates.make('localhost', 30))
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    certificates[Symbol.dispose]()
  })
  const open = (url: string, password = server.password, timeoutMs = 20_000): Promise<Mailbox> =>
    openMailbox({ url: new URL(url), email, password, timeoutMs })

  test('has the mails that come after it was opened, to the one address; one that has served is gone', async () => {
    server.deliver(mail('111 111'))
    const mailbox = await open(`imap://127.0.0.1:${server.port}`)
    const next = mailbox.next(readCodeMail)
    server.deliver(mail('222 222', 'somebody@example.com'))
    server.deliver(mail('333 333'))
    expect(await next).toEqual({ code: '333333', network: '203.0.113.x' })
    server.deliver(mail('444 444'))
    expect(await mailbox.next(readCodeMail)).toMatchObject({ code: '444444' })
    await mailbox.close()
    expect(server.count()).toBe(2)
  })

  test('without such a mail waiting ends', async () => {
    const mailbox = await open(`imap://127.0.0.1:${server.port}`, undefined, 1)
    await expect(mailbox.next(readCodeMail)).rejects.toMatchObject({ name: 'NoMail' })
    await mailbox.close()
  })

  test('is not opened with a wrong password', async () => {
    await expect(open(`imap://127.0.0.1:${server.port}`, 'wrong')).rejects.toMatchObject({
      authenticationFailed: true,
    })
  })

  test('gets no password over TLS when its certificate is unknown', async () => {
    await expect(open(`imaps://localhost:${server.securePort}`)).rejects.toThrow(/certificate|self.signed|issuer/)
  })

  test('serves a whole sign-in over TLS, with the password in a file', async () => {
    await using deployment = await startDeployment()
    Object.assign(deployment.harness.mailbox, {
      send: ({ to, text }: { to: string; text: string }) => server.deliver(mailOf(text, to)),
    })
    using folder = mkdtempDisposableSync(join(tmpdir(), 'latchkey-imap-'))
    const [ca, secret] = [join(folder.path, 'ca.pem'), join(folder.path, 'password')]
    writeFileSync(ca, certificates.ca)
    writeFileSync(secret, `${server.password}\n`)
    const mailbox = [
      '--mailbox',
      `imaps://localhost:${server.securePort}`,
      '--state',
      join(folder.path, 'devices.json'),
    ]
    const ran = await runCommand(['sign-in', deployment.walletOrigin, '--email', email, ...mailbox], {
      NODE_EXTRA_CA_CERTS: ca,
      MAILBOX_PASSWORD_FILE: secret,
    })
    expect(ran).toMatchObject({ code: 0, complained: '' })
    expect(ran.said).toContain('11 ok, 0 faults')
  })
})
