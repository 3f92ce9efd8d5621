/**
 * Whether a server that we need answers.
 *
 * A server that hangs keeps its connections open and answers nothing, so only time tells. Whenever a call is late, or fails as if the
 * server was gone, one look asks for a sign of life. Without one the server counts as away: whoever waits for it is rejected,
 * whoever comes is rejected at once, and looks go on until it answers. A server that is only slow passes the look, and keeps its
 * callers. The log has one line when a server goes and one when it is back.
 */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { Authority } from '@latchkey/api-client'
import { describeCause, type Log } from '../log.ts'
import { forNoRequest } from '../requestId.ts'

/** Rejects calls to a server that does not answer. Nothing was asked of it, or nobody knows what it did. */
export class DependencyAway extends Error {
  override readonly name = 'DependencyAway'
}

/** A server that the process depends on, and how to probe it. */
export type DependencyOptions = {
  /** How `/ready` calls it. */
  name: string
  /** Resolves when the server answers. Rejects, or takes longer than `lookMs`, when it does not. */
  look(): Promise<unknown>
  /** Lines of the log. */
  lostEvent: string
  backEvent: string
  authority?: Authority
  /** Which of several it is. Must hold no secret. */
  detail?: string
  log: Log
  /** What to let go of when the server is away. */
  onLost?(): void
  /** A call that takes longer has the server looked at. */
  lateMs?: number
  lookMs?: number
  /** Between two looks while it is away. */
  everyMs?: number
  /**
   * Whether a call to a server that is away waits for a look, in place of being rejected at once: for a server that may be back
   * between two looks for so long that a person who tries again would notice.
   */
  looksWhenAsked?: boolean
}

/** A server whose outages are noticed, so that calls fail at once instead of timing out. */
export type Dependency = {
  readonly name: string
  isAway(): boolean
  /** Rejects with DependencyAway while the server is away, also when it goes during `work`: then `isOver` turns true. */
  ask<result>(work: (isOver: () => boolean) => Promise<result>): Promise<result>
  /** Looks at the server for as long as `work` is late, and leaves `work` alone. */
  observe<result>(work: () => Promise<result>): Promise<result>
  /** Looks now. False while the server is away. */
  check(): Promise<boolean>
  /** What a call has shown. */
  found(isThere: boolean, cause?: unknown): void
  close(): void
}

/** Creates the monitor of one server. It probes only while calls are slow or the server is away. */
export function createDependency(options: DependencyOptions): Dependency {
  const { name, look, authority, detail, log, onLost = () => {}, lateMs = 750, lookMs = 1_250, everyMs = 250 } = options
  const { looksWhenAsked = false } = options
  const closing = new AbortController()
  const asking = new Set<() => void>()
  let isAway = false
  let looking: Promise<boolean> | null = null

  const found = (isThere: boolean, cause?: unknown): void => {
    if (isThere === !isAway || closing.signal.aborted) return
    isAway = !isThere
    const why = detail ?? (cause === undefined ? undefined : describeCause(cause))
    log({
      level: isThere ? 'info' : 'error',
      event: isThere ? options.backEvent : options.lostEvent,
      ...(authority === undefined ? {} : { authority }),
      ...(why === undefined ? {} : { cause: why }),
    })
    if (isThere) return
    for (const leave of [...asking]) leave()
    onLost()
    void forNoRequest(untilBack)
  }
  const lookOnce = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let cause: unknown
    look().then(
      () => resolve(true),
      (error: unknown) => {
        cause = error
        resolve(false)
      },
    )
    const timer = setTimeout(() => {
      cause = new DependencyAway(`${name} does not answer`)
      // A process that was busy reads first what has arrived meanwhile.
      void turn()
        .then(() => turn())
        .then(() => resolve(false))
    }, lookMs)
    timer.unref()
    const isThere = await promise
    clearTimeout(timer)
    found(isThere, cause)
    return isThere
  }
  const check = (): Promise<boolean> =>
    (looking ??= lookOnce().finally(() => {
      looking = null
    }))
  const untilBack = async (): Promise<void> => {
    while (isAway) {
      await sleep(everyMs, undefined, { ref: false, signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      await check()
    }
  }
  const observe = async <result>(work: () => Promise<result>): Promise<result> => {
    const timer = setInterval(() => void check(), lateMs)
    timer.unref()
    try {
      return await work()
    } finally {
      clearInterval(timer)
    }
  }

  return {
    name,
    isAway: () => isAway,
    observe,
    check: async () => !isAway && (await check()),
    found,
    async ask(work) {
      const away = () => new DependencyAway(`${name} does not answer`)
      if (isAway && !(looksWhenAsked && (await check()))) throw away()
      return await new Promise((resolve, reject) => {
        let isOver = false
        const leave = () => {
          isOver = true
          asking.delete(leave)
          reject(away())
        }
        asking.add(leave)
        observe(() => work(() => isOver))
          .then(resolve, reject)
          .finally(() => asking.delete(leave))
      })
    },
    close: () => closing.abort(),
  }
}
