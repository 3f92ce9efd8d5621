import type { Server } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { listenOn, loopbackAddresses } from '../loopback.ts'
import type { Mailbox } from './createMailbox.ts'

/** Larger mails are rejected with SMTP status 552. */
const mailLimitBytes = 1_000_000

const smtpError = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

/**
 * Accepts mail from this machine, to any address, without login or TLS, and puts it into the mailbox. Delivers nothing.
 *
 * Port 0 picks a free one. Throws `StackError` when the port is taken.
 */
export const serveSmtp = async (
  mailbox: Mailbox,
  port: number,
): Promise<{ port: number; close: () => Promise<void> }> => {
  const createServer = (): SMTPServer =>
    new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      size: mailLimitBytes,
      // Senders keep connections open for their next mail: a stopping stack does not wait for them.
      closeTimeout: 200,
      onData: (stream, session, done) => {
        simpleParser(stream).then(
          (mail) => {
            if (stream.sizeExceeded) return done(smtpError(552, 'The mail is too large'))
            mailbox.add({
              to: session.envelope.rcptTo.map((recipient) => recipient.address).join(', '),
              from: mail.from?.text ?? '',
              subject: mail.subject ?? '',
              text: mail.text ?? '',
              html: mail.html === false ? undefined : mail.html,
              date: new Date().toISOString(),
            })
            done()
          },
          (error: unknown) => done(smtpError(554, `The mail cannot be read: ${error}`)),
        )
      },
    })

  const servers: SMTPServer[] = []
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))))
  }
  let bound = port
  try {
    for (const address of loopbackAddresses) {
      const server = createServer()
      // A client's broken connection affects only that client.
      server.on('error', () => undefined)
      bound = await listenOn(server.server as Server, address, bound)
      servers.push(server)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { port: bound, close }
}
