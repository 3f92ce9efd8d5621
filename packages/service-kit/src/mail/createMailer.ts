import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@latchkey/protocol/errors'
import { createTransport } from 'nodemailer'
import { createDependency } from '../dependencies/createDependency.ts'
import { createIdleLook } from '../dependencies/createIdleLook.ts'
import type { Log } from '../log.ts'
import type { Mail, Mailer } from './mail.ts'
import { describeMailFailure, isServerFailure, isWorthRetrying } from './mailFailure.ts'

/** The SMTP server, the sender, and when to retry. */
export type MailerOptions = {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  smtpUrl: string
  from: string
  log: Log
  /** Delays before the second and the third try. */
  retryAfterMs?: readonly number[]
  /** Interval between probes of a server that could not be reached. */
  probeEveryMs?: number
  /** Maximum time that closing waits for queued mails. */
  closeWithinMs?: number
}

/** Maximum queue length. A longer queue means that the server is far too slow. */
const maxWaiting = 1000
const connections = 4
/** Prevents automatic replies (RFC 3834). */
const automatic = { 'Auto-Submitted': 'auto-generated' }
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 }
const greetingMs = 1_500
const greetingTimeouts = { connectionTimeout: greetingMs, greetingTimeout: greetingMs, socketTimeout: greetingMs }

/** Returns the server's URL without our login: probes don't need it, and this way don't affect login counters. */
const withoutLogin = (smtpUrl: string): string => {
  const url = new URL(smtpUrl)
  url.username = ''
  url.password = ''
  return url.href
}

/**
 * Delivers mails over SMTP, three tries each, from a queue in this process. A mail's content is never logged: only whether it was sent, and
 * the server's status codes.
 */
export function createMailer(options: MailerOptions): Mailer & { close(): Promise<void> } {
  const { smtpUrl, from, log, retryAfterMs = [1000, 5000], probeEveryMs = 1000, closeWithinMs = 5000 } = options
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    ...timeouts,
  })
  const closing = new AbortController()
  const waiting: (() => Promise<void>)[] = []
  const workers = new Set<Promise<void>>()
  let busy = 0
  let closed: Promise<void> | null = null

  const server = createDependency({
    name: 'mail',
    look: () => transport.verify(),
    lostEvent: 'mail server cannot be reached',
    backEvent: 'mail server is back',
    log,
    everyMs: probeEveryMs,
  })
  const greeter = createTransport({ url: withoutLogin(smtpUrl), ...greetingTimeouts })
  const greets = createIdleLook({ look: () => greeter.verify(), lookMs: greetingMs })
  /** Resolves with false when the mailer was closed in the meantime. */
  const pause = (ms: number): Promise<boolean> =>
    sleep(ms, undefined, { signal: closing.signal, ref: false }).then(
      () => true,
      () => false,
    )

  const deliver = async (mail: Mail, takenAt: number): Promise<void> => {
    for (const pauseMs of [...retryAfterMs, null]) {
      try {
        // A delivery that times out may still arrive, so it isn't repeated.
        await server.observe(() =>
          transport.sendMail({ ...mail, from, headers: automatic, disableFileAccess: true, disableUrlAccess: true }),
        )
        server.found(true)
        log({ level: 'info', event: 'mail sent', durationMs: Math.round(performance.now() - takenAt) })
        return
      } catch (error) {
        if (isServerFailure(error)) server.found(false)
        const willRetry = pauseMs !== null && isWorthRetrying(error) && closed === null
        const event = willRetry ? 'mail will be tried again' : 'mail given up'
        log({ level: willRetry ? 'warn' : 'error', event, cause: describeMailFailure(error) })
        if (!willRetry || !(await pause(pauseMs))) return
      }
    }
  }
  const work = async (): Promise<void> => {
    busy++
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next()
    // In the same tick as the queue was found empty: a mail that arrives now needs a new worker.
    busy--
  }

  const drain = async (): Promise<void> => {
    const drained = new AbortController()
    const late = sleep(closeWithinMs, undefined, { signal: drained.signal }).catch(() => {})
    await Promise.race([Promise.all(workers), late])
    drained.abort()
    closing.abort()
    server.close()
    if (waiting.length > 0) log({ level: 'error', event: 'mails given up at the end', cause: `${waiting.length}` })
    waiting.length = 0
    transport.close()
  }

  return {
    send(mail) {
      if (closed !== null || server.isAway() || waiting.length >= maxWaiting) throw new AppError('MAIL_FAILED')
      const takenAt = performance.now()
      // A worker delivers mails of several requests: each log line has its request's id.
      waiting.push(AsyncLocalStorage.bind(() => deliver(mail, takenAt)))
      if (busy >= connections) return
      const worker = work().finally(() => workers.delete(worker))
      workers.add(worker)
    },
    check: async () => !server.isAway() && (await greets()),
    count: () => waiting.length + busy,
    close: () => (closed ??= drain()),
  }
}
