import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseUnits } from 'viem'
import * as z from 'zod'
import type { Chain } from '../chain/createChain.ts'
import { rpc } from '../chain/rpc.ts'
import { localCollections, localTokens } from '../tokens/localContracts.ts'

export type FaucetSettings = {
  chains: readonly Chain[]
  /** Which pages may ask. A request without an origin, from a script on this machine, is served too. */
  isAllowedOrigin: (origin: string) => boolean
  /** Milliseconds since the epoch. */
  now: () => number
}

const mintAbi = parseAbi(['function mint(address to, uint256 amount)', 'function mint(address to)'])
type Gift = { to: Address; value?: Hex; data?: Hex }

/** What each path hands out. */
const gifts = {
  /** 10 ETH. */
  '/faucet': (to) => [{ to, value: '0x8ac7230489e80000' }],
  /** 1,000 USDC, 1,000 LKEY and a key of the local collection. */
  '/faucet/tokens': (to) => [
    ...[localTokens.usdc, localTokens.lkey].map(({ address, decimals }) => ({
      to: address,
      data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to, parseUnits('1000', decimals)] }),
    })),
    { to: localCollections.keys.address, data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to] }) },
  ],
} as const satisfies Record<string, (to: Address) => readonly Gift[]>
type GiftPath = keyof typeof gifts

/** An address gets one grant of a kind on a chain in this time. */
const pauseMs = 10_000
const miningMs = 5_000

const grantRequest = z.object({
  chainId: z.int(),
  address: z.custom<Address>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)),
})

const failure = (error: string) => ({ error })

/**
 * `POST /faucet { chainId, address }` sends 10 local ETH, `POST /faucet/tokens` USDC, LKEY and an NFT, from the chain's first
 * development account, which owns the tokens. Answers `{ hashes }` when all have arrived.
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

  const grant = async (chain: Chain, all: readonly Gift[]): Promise<string[]> => {
    const [from] = (await rpc(chain.url, 'eth_accounts', [])) as string[]
    const hashes: string[] = []
    // One by one: the account counts its transactions.
    for (const gift of all) hashes.push((await rpc(chain.url, 'eth_sendTransaction', [{ from, ...gift }])) as string)
    await Promise.all(hashes.map((hash) => requireMined(chain, hash)))
    return hashes
  }

  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.use(
    '/faucet/*',
    cors({ origin: (origin) => (isAllowedOrigin(origin) ? origin : null), allowMethods: ['POST'], maxAge: 600 }),
    bodyLimit({ maxSize: 1024 }),
  )
  const answer = async (context: Context, path: GiftPath): Promise<Response> => {
    const origin = context.req.header('Origin')
    if (origin !== undefined && !isAllowedOrigin(origin)) return context.json(failure('This page may not ask'), 403)
    // A cross-site form cannot send this type, so that a page of another origin is stopped by its own preflight.
    if (context.req.header('Content-Type') !== 'application/json') return context.json(failure('JSON is expected'), 400)
    const parsed = grantRequest.safeParse(await context.req.json().catch(() => undefined))
    if (!parsed.success) return context.json(failure('A chainId and an address are required'), 400)
    const { chainId, address } = parsed.data
    const chain = chains.find((candidate) => candidate.chainId === chainId)
    if (chain === undefined) return context.json(failure(`Chain ${chainId} is not a local chain`), 400)

    const key = `${path}:${chainId}:${address.toLowerCase()}`
    const seconds = secondsToWait(key)
    if (seconds > 0) {
      return context.json(failure(`Please try again after ${seconds} seconds`), 429, { 'Retry-After': String(seconds) })
    }
    grantedAt.set(key, now())
    try {
      return context.json({ hashes: await grant(chain, gifts[path](address)) })
    } catch {
      grantedAt.delete(key)
      return context.json(failure('The network cannot be reached right now'), 503)
    }
  }
  for (const path of Object.keys(gifts) as GiftPath[]) app.post(path, (context) => answer(context, path))
  return app
}

/** The chain mines at once, but answers before it has. */
const requireMined = async (chain: Chain, hash: string): Promise<void> => {
  const deadline = Date.now() + miningMs
  for (;;) {
    const receipt = (await rpc(chain.url, 'eth_getTransactionReceipt', [hash])) as { status: string } | null
    if (receipt?.status === '0x1') return
    if (receipt !== null) throw new Error(`${hash} was reverted`)
    if (Date.now() > deadline) throw new Error(`${hash} was not mined within ${miningMs} ms`)
    await sleep(20)
  }
}
