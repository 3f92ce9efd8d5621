import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import * as z from 'zod'
import type { Chain } from '../chain/createChain.ts'
import { rpc } from '../chain/rpc.ts'

export type FaucetSettings = {
  chains: readonly Chain[]
  /** Which pages may ask. A request without an origin, from a script on this machine, is served too. */
  isAllowedOrigin: (origin: string) => boolean
  /** Milliseconds since the epoch. */
  now: () => number
}

/** 10 ETH. */
const grantWei = 10n ** 19n
/** An address gets one grant on a chain in this time. */
const pauseMs = 10_000
const miningMs = 5_000

const grantRequest = z.object({
  chainId: z.int(),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
})

const failure = (error: string) => ({ error })

/**
 * `POST /faucet { chainId, address }` sends 10 local ETH from the chain's first development account and answers `{ hash }`
 * when they have arrived.
 *
 * Failures are `{ error: <words> }`: 400 bad input or unknown chain, 403 another origin, 429 asked too often, 503 chain down.
 */
export const createFaucetApp = ({ chains, isAllowedOrigin, now }: FaucetSettings): Hono => {
  const app = new Hono()
  const grantedAt = new Map<string, number>()

  const secondsToWait = (key: string): number => {
    const time = now()
    for (const [other, granted] of grantedAt) if (time - granted >= pauseMs) grantedAt.delete(other)
    const granted = grantedAt.get(key)
    return granted === undefined ? 0 : Math.ceil((granted + pauseMs - time) / 1000)
  }

  const grant = async (chain: Chain, address: string): Promise<string> => {
    const [account] = (await rpc(chain.url, 'eth_accounts', [])) as string[]
    const value = `0x${grantWei.toString(16)}`
    const hash = (await rpc(chain.url, 'eth_sendTransaction', [{ from: account, to: address, value }])) as string
    // The chain mines at once, but answers before it has.
    const deadline = Date.now() + miningMs
    while ((await rpc(chain.url, 'eth_getTransactionReceipt', [hash])) === null) {
      if (Date.now() > deadline) throw new Error(`${hash} was not mined within ${miningMs} ms`)
      await sleep(20)
    }
    return hash
  }

  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.use(
    '/faucet',
    cors({ origin: (origin) => (isAllowedOrigin(origin) ? origin : null), allowMethods: ['POST'], maxAge: 600 }),
    bodyLimit({ maxSize: 1024 }),
  )
  app.post('/faucet', async (context) => {
    const origin = context.req.header('Origin')
    if (origin !== undefined && !isAllowedOrigin(origin)) return context.json(failure('This page may not ask'), 403)
    // A cross-site form cannot send this type, so that a page of another origin is stopped by its own preflight.
    if (context.req.header('Content-Type') !== 'application/json') return context.json(failure('JSON is expected'), 400)
    const parsed = grantRequest.safeParse(await context.req.json().catch(() => undefined))
    if (!parsed.success) return context.json(failure('A chainId and an address are required'), 400)
    const { chainId, address } = parsed.data
    const chain = chains.find((candidate) => candidate.chainId === chainId)
    if (chain === undefined) return context.json(failure(`Chain ${chainId} is not a local chain`), 400)

    const key = `${chainId}:${address.toLowerCase()}`
    const seconds = secondsToWait(key)
    if (seconds > 0) {
      return context.json(failure(`Please try again after ${seconds} seconds`), 429, { 'Retry-After': String(seconds) })
    }
    grantedAt.set(key, now())
    try {
      return context.json({ hash: await grant(chain, address) })
    } catch {
      grantedAt.delete(key)
      return context.json(failure('The network cannot be reached right now'), 503)
    }
  })
  return app
}
