import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { Address } from 'viem'
import * as z from 'zod'
import type { ChainFaucet } from './ChainFaucet.ts'
import type { NameFaucet } from './nameFaucet.ts'

export type FaucetSettings = {
  faucets: readonly ChainFaucet[]
  /** Registers names on chain A. */
  giveName: NameFaucet
  /** Which pages may call it. A request without an origin, from a script on this machine, is served too. */
  isAllowedOrigin: (origin: string) => boolean
  /** Milliseconds since the epoch. */
  now: () => number
}

const paths = { '/faucet': 'giveCoins', '/faucet/tokens': 'giveTokens' } as const
type FaucetPath = keyof typeof paths

/** An address gets one grant of a kind on a chain in this time. */
const pauseMs = 10_000

const grantRequest = z.object({ chainId: z.union([z.int(), z.string().max(64)]), address: z.string().max(128) })

const nameRequest = z.object({
  /** Letters that every naming rule allows. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,61}[a-z0-9]\.eth$/),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
})

const failure = (error: string) => ({ error })

/**
 * `POST /faucet { chainId, address }` sends local coins, `POST /faucet/tokens` tokens. `chainId` is a number on EVM chains, or CAIP-2 on
 * any. Responds with `{ hashes }`, the ids of the transactions, when all have arrived.
 *
 * `POST /faucet/name { name, address }` registers a name that ends in .eth, forward and reverse. Responds with `{ hashes }`.
 *
 * Failures are `{ error: <words> }`: 400 bad input or unknown chain, 403 another origin, 409 a name that is taken, 429 too many requests,
 * 503 chain down.
 */
export const createFaucetApp = ({ faucets, giveName, isAllowedOrigin, now }: FaucetSettings): Hono => {
  const app = new Hono()
  const grantedAt = new Map<string, number>()

  const secondsToWait = (key: string): number => {
    const time = now()
    for (const [other, granted] of grantedAt) if (time - granted >= pauseMs) grantedAt.delete(other)
    const granted = grantedAt.get(key)
    return granted === undefined ? 0 : Math.ceil((granted + pauseMs - time) / 1000)
  }

  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.use(
    '/faucet/*',
    cors({ origin: (origin) => (isAllowedOrigin(origin) ? origin : null), allowMethods: ['POST'], maxAge: 600 }),
    bodyLimit({ maxSize: 1024 }),
  )
  app.use('/faucet/*', async (context, next) => {
    const origin = context.req.header('Origin')
    if (origin !== undefined && !isAllowedOrigin(origin)) return context.json(failure('This page may not ask'), 403)
    // A cross-site form cannot send this type, so another origin's page needs a preflight, which fails.
    if (context.req.header('Content-Type') !== 'application/json') return context.json(failure('JSON is expected'), 400)
    return next()
  })
  const answer = async (context: Context, path: FaucetPath): Promise<Response> => {
    const parsed = grantRequest.safeParse(await context.req.json().catch(() => undefined))
    if (!parsed.success) return context.json(failure('A chainId and an address are required'), 400)
    const { chainId } = parsed.data
    const wanted = typeof chainId === 'number' ? `eip155:${chainId}` : chainId
    const faucet = faucets.find((each) => each.chainId === wanted)
    if (faucet === undefined) return context.json(failure(`Chain ${chainId} is not a local chain`), 400)
    const address = faucet.parse(parsed.data.address)
    if (address === undefined) return context.json(failure('A chainId and an address are required'), 400)
    const give = faucet[paths[path]]
    if (give === undefined) return context.json(failure(`Chain ${chainId} has no tokens`), 400)

    const key = `${path}:${wanted}:${address}`
    const seconds = secondsToWait(key)
    if (seconds > 0) {
      return context.json(failure(`Please try again after ${seconds} seconds`), 429, { 'Retry-After': String(seconds) })
    }
    grantedAt.set(key, now())
    try {
      return context.json({ hashes: await give(address) })
    } catch {
      grantedAt.delete(key)
      return context.json(failure('The network cannot be reached right now'), 503)
    }
  }
  app.post('/faucet/name', async (context) => {
    const parsed = nameRequest.safeParse(await context.req.json().catch(() => undefined))
    if (!parsed.success) return context.json(failure('An address and a name in .eth are required'), 400)
    const { name, address } = parsed.data
    try {
      const hash = await giveName(name.slice(0, -'.eth'.length), address as Address)
      if (hash === null) return context.json(failure(`${name} is already taken`), 409)
      return context.json({ hashes: [hash] })
    } catch {
      return context.json(failure('The network cannot be reached right now'), 503)
    }
  })
  for (const path of Object.keys(paths) as FaucetPath[]) app.post(path, (context) => answer(context, path))
  return app
}
