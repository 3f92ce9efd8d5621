import { setTimeout as sleep } from 'node:timers/promises'
import { walletProjectId } from '@latchkey/api-client'
import { projectIdShape, projectList, projectListPath } from '@latchkey/api-client/projectList'
import type { ProjectOrigins } from '@latchkey/document-server'
import { AppError } from '@latchkey/protocol'
import type { FrameLog } from './FrameLog.ts'

/** The time until a new project appears, in milliseconds. */
const usualLookMs = 2_000
/** The same while there is no list. */
const firstLookMs = 250
/** The time limit of one response of the API, in milliseconds. */
const answerMs = 5_000
/** Enough for about 100,000 projects. */
const maxBytes = 32 * 1024 * 1024

export type ProjectListOptions = {
  /** The API's URL for its list: scheme, host and port. */
  projectListUrl: string
  walletOrigin: string
  log: FrameLog
  /** The polling interval, in milliseconds. */
  lookMs?: number
}

export type KeptProjectList = {
  /** Sends no request: the list is here. No other origin may embed the documents of the wallet's own project. */
  projectOrigins: ProjectOrigins
  /** Resolves when there is a list, or `ms` have passed. */
  ready(ms: number): Promise<void>
  close(): void
}

/**
 * Reads the list of all projects every two seconds. While the API is offline, or sends an invalid list, the last one stays in use; a
 * process that has never had one knows no project, and rejects with SERVICE_UNREACHABLE.
 */
export const keepProjectList = (options: ProjectListOptions): KeptProjectList => {
  const { projectListUrl, walletOrigin, log, lookMs = usualLookMs } = options
  const closing = new AbortController()
  let known: ReadonlyMap<string, readonly string[]> | null = null
  let tag: string | null = null
  let isAway = false
  const first = Promise.withResolvers<void>()

  const look = async (): Promise<void> => {
    const response = await fetch(`${projectListUrl}${projectListPath}`, {
      redirect: 'error',
      headers: tag === null ? {} : { 'if-none-match': tag },
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(answerMs)]),
    })
    if (response.status === 304 && known !== null) return
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    const { projects } = projectList.parse(JSON.parse(await readText(response)))
    known = new Map(projects.map(({ id, origins }) => [id, origins]))
    tag = response.headers.get('etag')
    first.resolve()
  }
  const keepLooking = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await look()
        if (isAway) log('info', 'projects read again')
        isAway = false
      } catch (error) {
        if (closing.signal.aborted) return
        if (!isAway) log('error', 'projects cannot be read', { cause: describe(error), isServing: known !== null })
        isAway = true
      }
      await sleep(known === null ? firstLookMs : lookMs, undefined, { signal: closing.signal, ref: false }).catch(
        () => {},
      )
    }
  }
  void keepLooking()

  return {
    projectOrigins: async (projectId) => {
      if (!projectIdShape.test(projectId)) return null
      if (projectId === walletProjectId) return [walletOrigin]
      if (known === null) throw new AppError('SERVICE_UNREACHABLE')
      return known.get(projectId) ?? null
    },
    ready: (ms) => Promise.race([first.promise, sleep(ms, undefined, { signal: closing.signal }).catch(() => {})]),
    close: () => closing.abort(),
  }
}

const describe = (error: unknown): string => {
  const { cause, message } = error as Error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : message.slice(0, 200)
}

/** Throws when a list is larger than the maximum. */
const readText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error('the list is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
