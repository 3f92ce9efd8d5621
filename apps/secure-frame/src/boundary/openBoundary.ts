import { t } from '@latchkey/copy/walletFrame'
import {
  AppError,
  awaitHello,
  createHost,
  createLimiter,
  type DropReason,
  decodeAppMessage,
  decodeHello,
  encodeReady,
  type Handlers,
  type Host,
  type Port,
  type ReceiverLike,
  type RequestName,
  type WindowLike,
  windowPort,
} from '@latchkey/protocol'
import type { Log } from './createLog.ts'
import type { OriginGate } from './createOriginGate.ts'
import { asPage, type Page, type Profile } from './Page.ts'

export type BoundaryOptions = {
  self: ReceiverLike
  parent: WindowLike
  gate: OriginGate
  projectId: string
  profile: Profile
  /** True if the project accepts the profile. Otherwise each request is rejected with NOT_ENABLED. Default true. */
  isAccepted?: boolean
  handlers: Handlers<Page>
  log: Log
}

/**
 * Opens the channel to the page (wire design, sections 1 to 3).
 *
 * A message to the window counts only if it comes from the parent, has a known shape, and its origin is the pinned one.
 * In profile 4 those are the requests; in profile 5 only HELLO, and requests come over the port that it brings.
 * They reach their handler parsed, with the `Page` that sent them. READY is sent once the boundary listens, and in profile 4
 * again after RELOAD. It contains nothing secret: where the browser doesn't report the embedder, it is the only message that
 * is sent to any origin.
 */
export const openBoundary = (options: BoundaryOptions) => {
  const { self, parent, gate, projectId, profile, isAccepted = true, handlers, log } = options
  const drops = createDropCounter(log.warn)
  const window = windowPort({
    self,
    peer: () => parent,
    peerOrigin: gate.pinned,
    isMessage: (data) => (profile === 4 ? decodeAppMessage(data) : decodeHello('app', data)) !== null,
    acceptsOrigin: gate.accepts,
    onDrop: drops.drop,
  })
  // One for all channels: a page that opens another one doesn't get a higher limit.
  const limiter = createLimiter(() => performance.now())
  const open = (port: Port): Host =>
    createHost<Page>({
      port,
      limiter,
      handlers: withRequestLog(own, log),
      admit: async () => {
        const origin = gate.pinned()
        if (!isAccepted) throw new AppError('NOT_ENABLED')
        if (origin === null) throw new Error('A message was delivered before its origin was pinned')
        return asPage(origin, projectId, profile)
      },
      onFailure: ({ name, error }) => {
        if (error.ref !== undefined) log.warn(`${name} failed (reference ${error.ref}): ${describe(error.cause)}`)
      },
    })

  let host: Host | null = null
  const hello =
    profile === 4
      ? null
      : awaitHello({
          window,
          onLine: (line) => {
            host?.close()
            host = open(line)
          },
          onRefused: () => drops.drop('hello'),
          onDrop: drops.drop,
        })
  const ready = encodeReady({ version: String(profile), profile, capabilities: [] })
  const sendReady = (): void => parent.postMessage(ready, gate.pinned() ?? '*')
  /** A page that reloads its side may send HELLO again; one of profile 4 waits for READY, as after a load. */
  const own: Handlers<Page> = {
    ...handlers,
    RELOAD: async (payload, call) => {
      hello?.reset()
      await handlers.RELOAD(payload, call)
      if (profile === 4) sendReady()
      return undefined
    },
  }
  if (profile === 4) host = open(window)

  sendReady()
  return {
    close() {
      hello?.close()
      host?.close()
    },
    /** Reports a keyboard event to the page; profile 4 pages don't know the message. */
    tell: (event: Parameters<Host['tell']>[0]) => {
      if (profile === 5) host?.tell(event)
    },
    drops: drops.counts,
  }
}

/** Returns the type of an unexpected failure; its message may contain request data, so it is not logged. */
const describe = (cause: unknown): string => (cause instanceof Error ? cause.name : typeof cause)

/** Why a message was not delivered; `hello`: a second one, or one without its port. */
type Drop = DropReason | 'hello'

type DropCounts = Readonly<Record<Drop, number>>

/** Counts dropped messages and warns once for each reason: a page may send any number of them. */
const createDropCounter = (warn: (text: string) => void) => {
  const counts = { source: 0, shape: 0, origin: 0, hello: 0 }
  return {
    counts: (): DropCounts => ({ ...counts }),
    drop(reason: Drop): void {
      counts[reason]++
      if (counts[reason] === 1) warn(t(`dropped.${reason}`))
    },
  }
}

type AnyHandler = (payload: unknown, call: never) => Promise<unknown>

/** Wraps the handlers; the log receives the name of each request and its outcome, nothing else. */
const withRequestLog = <context>(handlers: Handlers<context>, log: Log): Handlers<context> => {
  const wrap =
    (name: string, handle: AnyHandler): AnyHandler =>
    async (payload, call) => {
      log.note(`${name} received`)
      try {
        const result = await handle(payload, call)
        log.note(`${name} answered`)
        return result
      } catch (error) {
        log.note(`${name} failed: ${AppError.from(error).name}`)
        throw error
      }
    }
  const entries = Object.entries(handlers) as [RequestName, AnyHandler][]
  return Object.fromEntries(entries.map(([name, handle]) => [name, wrap(name, handle)])) as Handlers<context>
}
