import {
  type DeploymentStatus,
  type PartState,
  type Readiness,
  readiness,
  readyPaths,
} from '@latchkey/api-client/readiness'
import type { FrameAddresses } from '@latchkey/document-server'
import * as z from 'zod/mini'
import { rememberBriefly } from './rememberBriefly.ts'

/** Each service is asked at most once a second, for any number of requests. */
const lifeMs = 1_000
/** A service checks its dependencies for 1.5 s at most. A service that takes longer counts as offline. */
const timeoutMs = 1_800

/** The parts that signing in needs. */
const essential = ['api', 'custody', 'database', 'redis'] as const

/** Reads an authority's readiness from its URL; null for an invalid response. */
const ask = async (url: string): Promise<Readiness | null> => {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const parsed = z.safeParse(readiness, await response.json())
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

const stateOf = (found: Readiness | null): PartState =>
  found === null || found.status === 'unready' ? 'away' : found.status === 'degraded' ? 'degraded' : 'ok'

/** Joins all reports on one part. A part without reports is offline, because nothing can be served from it. */
const together = (said: readonly ('ok' | 'away')[]): PartState =>
  said.includes('ok') ? (said.includes('away') ? 'degraded' : 'ok') : 'away'

/** Returns the status of a deployment from the readiness of its two authorities; null for one that does not answer. */
export const statusOf = (api: Readiness | null, custody: Readiness | null): DeploymentStatus => {
  const saidOf = (isMeant: (name: string) => boolean) =>
    [api, custody].flatMap((each) =>
      Object.entries(each?.parts ?? {}).flatMap(([name, state]) => (isMeant(name) ? [state] : [])),
    )
  const isChain = (name: string): boolean => name.includes(':')
  const chains = saidOf(isChain)
  const parts: DeploymentStatus['parts'] = {
    frame: 'ok',
    api: stateOf(api),
    custody: stateOf(custody),
    database: together(saidOf((name) => name === 'database')),
    redis: together(saidOf((name) => name === 'redis')),
    mail: together(saidOf((name) => name === 'mail')),
    // An API may serve none.
    ...(api !== null && chains.length === 0 ? {} : { chains: together(chains) }),
  }
  const isAway = essential.some((name) => parts[name] === 'away')
  const isWhole = Object.values(parts).every((state) => state === 'ok')
  return { status: isAway ? 'away' : isWhole ? 'ok' : 'degraded', parts }
}

/** Asks both authorities, at most once a second. Never rejects. */
export const readStatus = ({ apiUrl, custodyUrl }: Pick<FrameAddresses, 'apiUrl' | 'custodyUrl'>) => {
  const read = rememberBriefly(
    async () =>
      statusOf(...(await Promise.all([ask(`${apiUrl}${readyPaths.api}`), ask(`${custodyUrl}${readyPaths.custody}`)]))),
    { lifeMs, maxEntries: 1 },
  )
  return (): Promise<DeploymentStatus> => read('')
}
