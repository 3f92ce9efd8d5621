/**
 * Monitors whether a required server responds.
 *
 * A server that hangs keeps its connections open and sends nothing, so only a timeout reveals it. When a call is late, or fails as if the
 * server was gone, a probe is sent. If it fails, the server counts as unavailable: waiting and new calls are rejected at once, and probes
 * go on until it responds. A server that is only slow passes the probe, and keeps its callers. The log has one line when a server goes and
 * one when it is back.
 */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { Authority } from '@latchkey/api-client'
import { describeCause, type Log } from '../log.ts'
import { forNoRequest } from '../requestId.ts'

/** Rejects calls to a server that doesn't respond. Either nothing was sent to it, or the outcome is unknown. */
export class DependencyAway extends Error {
  override readonly name = 'DependencyAway'
}

/** A server that the process depends on, and how to probe it. */
export type DependencyOptions = {
  /** Its name in `/ready`. */
  name: string
  /** Resolves when the server responds. Rejects, or takes longer than `lookMs`, when it doesn't. */
  look(): Promise<unknown>
  /** Event names in the log. */
  lostEvent: string
  backEvent: string
  authority?: Authority
  /** Identifies one of several servers. Must hold no secret. */
  detail?: string
  log: Log
  /** Releases resources when the server becomes unavailable. */
  onLost?(): void
  /** A call that takes longer triggers a probe. */
  lateMs?: number
  lookMs?: number
  /** Time between two probes while it is unavailable. */
  everyMs?: number
  /**
   * Whether a call to an unavailable server waits for a probe instead of being rejected at once. For servers with so long between probes
   * that a user who retries would notice.
   */
  looksWhenAsked?: boolean
}

/** A server whose outages are detected, so that calls fail at once instead of timing out. */
export type Dependency = {
  readonly name: string
  isAway(): boolean
  /** Rejects with DependencyAway while the server is unavailable, also when it fails during `work`: then `isOver` returns true. */
  ask<result>(work: (isOver: () => boolean) => Promise<result>): Promise<result>
  /** Probes the server for as long as `work` is late, without interrupting `work`. */
  observe<result>(work: () => Promise<result>): Promise<result>
  /** Probes now. Returns false while the server is unavailable. */
  check(): Promise<boolean>
  /** Reports what a call has shown. */
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
      // A busy process first reads responses that have arrived in the meantime.
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
