import type { ClientLimits, Sender } from '@latchkey/document-server'
import type { Context } from 'hono'
import type { FrameMetrics } from './createFrameMetrics.ts'
import type { FrameLog } from './FrameLog.ts'
import { readPolicyReports } from './readPolicyReports.ts'

/** The path for browsers' reports of violations of the wallet documents' policies. The vault has none: it sends nothing anywhere. */
export const reportsPath = '/policy-reports'

const maxBytes = 64 * 1024
/** The minimum time between two log lines of the same report, in milliseconds. */
const quietMs = 60_000

export type PolicyReportDeps = {
  origin: string
  pages: readonly string[]
  send: Sender
  limits: ClientLimits | undefined
  log: FrameLog
  metrics: FrameMetrics
  now?: () => number
}

/** Answers any report with 204, and a client with too many with 429. Counts reports, and logs each kind once a minute. */
export const takePolicyReports = (deps: PolicyReportDeps) => {
  const { origin, pages, send, limits, log, metrics, now = Date.now } = deps
  /** The last log time of each. The words are fixed, so they are few. */
  const loggedAt = new Map<string, number>()
  return async (context: Context): Promise<Response> => {
    const { client } = (context.env ?? {}) as { client?: string }
    const waitMs = client === undefined ? 0 : (limits?.take('report', client) ?? 0)
    if (waitMs > 0) return send.empty(context, 429)
    const json = await readJson(context.req.raw)
    for (const violation of readPolicyReports(json, origin, pages)) {
      metrics.count('latchkey_policy_violations_total', violation)
      const key = Object.values(violation).join(' ')
      if (now() - (loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) < quietMs) continue
      loggedAt.set(key, now())
      log('warn', 'policy violation', violation)
    }
    return send.empty(context, 204)
  }
}

/** Returns undefined when a body is missing, invalid or too large. */
const readJson = async (request: Request): Promise<unknown> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
