import type { Authority } from '@latchkey/api-client'
import { type Readiness, readyPaths } from '@latchkey/api-client/readiness'
import type { Hono } from 'hono'
import type { Clock } from '../clock.ts'
import type { AppEnvironment } from './createAuthorityApp.ts'

/** A server that an authority needs. */
export type ReadyPart = {
  name: string
  /** If it is unavailable, nothing works, so that no calls should be routed here. Without others, parts still work. */
  isEssential: boolean
  check(): Promise<boolean>
}

/** The parts whose state `/ready` reports. */
export type ReadyOptions = { authority: Authority; parts: () => readonly ReadyPart[]; clock: Clock }

/** How long one probe of all parts is cached: however many requests come, the servers are probed four times a second. */
const rememberedMs = 250

/**
 * Serves `GET /ready`, and the same at the public `readyPaths`: a `Readiness`. 503 while an essential part is unavailable. It counts
 * against no limit and waits for no database; it responds within 1.5 s, the length of a probe. Returns a function that reads the same.
 */
export function serveReady(
  app: Hono<AppEnvironment>,
  { authority, parts, clock }: ReadyOptions,
): () => Promise<Readiness> {
  let look: { readonly at: number; readonly found: Promise<Readiness> } | null = null
  const current = (): Promise<Readiness> => {
    const at = clock.now().getTime()
    if (look === null || at < look.at || at >= look.at + rememberedMs) look = { at, found: lookAt(parts()) }
    return look.found
  }
  for (const path of ['/ready', readyPaths[authority]])
    app.get(path, async (context) => {
      const found = await current()
      return context.json(found, found.status === 'unready' ? 503 : 200, {
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      })
    })
  return current
}

async function lookAt(parts: readonly ReadyPart[]): Promise<Readiness> {
  const found = await Promise.all(
    parts.map(async ({ name, isEssential, check }) => ({ name, isEssential, isThere: await check() })),
  )
  const away = found.filter(({ isThere }) => !isThere)
  const isUnready = away.some(({ isEssential }) => isEssential)
  return {
    status: isUnready ? 'unready' : away.length > 0 ? 'degraded' : 'ready',
    parts: Object.fromEntries(found.map(({ name, isThere }) => [name, isThere ? 'ok' : 'away'])),
  }
}
