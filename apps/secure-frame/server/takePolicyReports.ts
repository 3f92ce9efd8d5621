import type { Sender, VisitorLimits } from '@latchkey/document-server'
import type { Context } from 'hono'
import type { FrameMetrics } from './createFrameMetrics.ts'
import type { FrameLog } from './FrameLog.ts'
import { readPolicyReports } from './readPolicyReports.ts'

/** Where browsers report what the policies of the wallet's documents refused. Of the vault's there are no reports: a report is sent somewhere. */
export const reportsPath = '/policy-reports'

const maxBytes = 64 * 1024
/** A line for what is reported again comes after this time, in milliseconds. */
const quietMs = 60_000

export type PolicyReportDeps = {
  origin: string
  pages: readonly string[]
  send: Sender
  limits: VisitorLimits | undefined
  log: FrameLog
  metrics: FrameMetrics
  now?: () => number
}

/** Answers reports with 204, whatever they say, and 429 to a visitor with too many. Counts them, and logs each kind once a minute. */
export const takePolicyReports = (deps: PolicyReportDeps) => {
  const { origin, pages, send, limits, log, metrics, now = Date.now } = deps
  /** When each was logged last. The words are all ours, so they are few. */
  const loggedAt = new Map<string, number>()
  return async (context: Context): Promise<Response> => {
    const { visitor } = (context.env ?? {}) as { visitor?: string }
    const waitMs = visitor === undefined ? 0 : (limits?.take('report', visitor) ?? 0)
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

/** Undefined when a body is none, or too large. */
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
