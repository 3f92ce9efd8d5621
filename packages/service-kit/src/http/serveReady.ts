import type { Authority } from '@latchkey/api-client'
import { type Readiness, readyPaths } from '@latchkey/api-client/readiness'
import type { Hono } from 'hono'
import type { Clock } from '../clock.ts'
import type { AppEnvironment } from './createAuthorityApp.ts'

/** A server that an authority needs. */
export type ReadyPart = {
  name: string
  /** Without it nothing works, so that no calls should come here. Others work in part. */
  isEssential: boolean
  check(): Promise<boolean>
}

/** The parts whose state `/ready` reports. */
export type ReadyOptions = { authority: Authority; parts: () => readonly ReadyPart[]; clock: Clock }

/** How long one look at all parts counts: however many ask, the servers are asked four times a second. */
const rememberedMs = 250

/**
 * `GET /ready`, and the same where visitors can reach it (`readyPaths`): a `Readiness`. 503 while an essential part is away. It counts
 * against no limit and waits for no database; it answers within 1.5 s, as long as a look takes. Returns what reads the same.
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
