import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@latchkey/protocol/errors'
import { createTransport } from 'nodemailer'
import type { Log } from '../log.ts'
import type { Mail, Mailer } from './mail.ts'
import { describeMailFailure, isServerFailure, isWorthRetrying } from './mailFailure.ts'

export type MailerOptions = {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  smtpUrl: string
  from: string
  log: Log
  /** Pauses before the second and the third try. */
  retryAfterMs?: readonly number[]
  /** Pause between two looks whether a server that could not be reached is back. */
  probeEveryMs?: number
  /** How long closing waits for the mails that were taken. */
  closeWithinMs?: number
}

/** Mails that wait. More than that means that the server takes far less than is asked for. */
const mostWaiting = 1000
const connections = 4
/** Keeps absence notices away (RFC 3834). */
const automatic = { 'Auto-Submitted': 'auto-generated' }
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Delivers mails over SMTP, three tries each, out of a queue in this process. Nothing of a mail is ever logged: only that
 * one was sent or not, and what the server said in numbers.
 */
export function createMailer(options: MailerOptions): Mailer & { close(): Promise<void> } {
  const { smtpUrl, from, log, retryAfterMs = [1000, 5000], probeEveryMs = 2000, closeWithinMs = 5000 } = options
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    ...timeouts,
  })
  const closing = new AbortController()
  const waiting: Mail[] = []
  const workers = new Set<Promise<void>>()
  let busy = 0
  let isReachable = true
  let isWatched = false
  let closed: Promise<void> | null = null

  const found = (reachable: boolean): void => {
    if (isReachable === reachable) return
    isReachable = reachable
    log(
      reachable
        ? { level: 'info', event: 'mail server is back' }
        : { level: 'error', event: 'mail server cannot be reached' },
    )
    if (!reachable && !isWatched) void watch()
  }
  /** One look at a time, until the server is back. */
  const watch = async (): Promise<void> => {
    isWatched = true
    while (!isReachable && (await pause(probeEveryMs))) {
      await transport.verify().then(
        () => found(true),
        () => {},
      )
    }
    isWatched = false
  }
  /** False when the mailer closed meanwhile. */
  const pause = (ms: number): Promise<boolean> =>
    sleep(ms, undefined, { signal: closing.signal, ref: false }).then(
      () => true,
      () => false,
    )

  const deliver = async (mail: Mail): Promise<void> => {
    for (const pauseMs of [...retryAfterMs, null]) {
      try {
        await transport.sendMail({ ...mail, from, headers: automatic, disableFileAccess: true, disableUrlAccess: true })
        found(true)
        log({ level: 'info', event: 'mail sent' })
        return
      } catch (error) {
        if (isServerFailure(error)) found(false)
        const willRetry = pauseMs !== null && isWorthRetrying(error) && closed === null
        const event = willRetry ? 'mail will be tried again' : 'mail given up'
        log({ level: willRetry ? 'warn' : 'error', event, cause: describeMailFailure(error) })
        if (!willRetry || !(await pause(pauseMs))) return
      }
    }
  }
  const work = async (): Promise<void> => {
    busy++
    for (let mail = waiting.shift(); mail !== undefined; mail = waiting.shift()) await deliver(mail)
    // In the same breath as the queue was found empty: a mail that comes now needs a worker of its own.
    busy--
  }

  const drain = async (): Promise<void> => {
    const drained = new AbortController()
    const late = sleep(closeWithinMs, undefined, { signal: drained.signal }).catch(() => {})
    await Promise.race([Promise.all(workers), late])
    drained.abort()
    closing.abort()
    if (waiting.length > 0) log({ level: 'error', event: 'mails given up at the end', cause: `${waiting.length}` })
    waiting.length = 0
    transport.close()
  }

  return {
    send(mail) {
      if (closed !== null || !isReachable || waiting.length >= mostWaiting) throw new AppError('MAIL_FAILED')
      waiting.push(mail)
      if (busy >= connections) return
      const worker = work().finally(() => workers.delete(worker))
      workers.add(worker)
    },
    close: () => (closed ??= drain()),
  }
}
