import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import * as z from 'zod'
import type { SolanaMethods } from './createSolanaMethods.ts'
import { RpcError } from './RpcError.ts'

/** As Solana's nodes: 50 KiB. */
const maxBytes = 50 * 1024

/** `POST /`: JSON-RPC for every page, as a public node. `GET /health` reports that it is running. `/market`: the swap market. */
export const createSolanaApp = (methods: SolanaMethods, market: Hono): Hono => {
  const app = new Hono()
  app.use('*', cors({ origin: '*' }), bodyLimit({ maxSize: maxBytes }))
  app.get('/health', (context) => context.text('ok'))
  app.post('/', async (context) => {
    const body: unknown = await context.req.json().catch(() => undefined)
    return context.json((await answerRpc(methods, body)) as object)
  })
  app.route('/market', market)
  return app
}

const request = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})

const failure = (id: unknown, { code, message, data }: RpcError) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
})

const answerOne = async (methods: SolanaMethods, body: unknown) => {
  const parsed = request.safeParse(body)
  if (!parsed.success) return failure(null, new RpcError(-32600, 'Invalid request'))
  const { id, method, params } = parsed.data
  try {
    const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (answer === undefined) throw new RpcError(-32601, 'Method not found')
    return { jsonrpc: '2.0', id, result: await answer(params) }
  } catch (error) {
    return failure(id, error instanceof RpcError ? error : new RpcError(-32603, String(error)))
  }
}

/** Answers a body of JSON-RPC 2.0, one request or several. */
export const answerRpc = async (methods: SolanaMethods, body: unknown): Promise<unknown> => {
  if (!Array.isArray(body)) return answerOne(methods, body)
  if (body.length === 0) return failure(null, new RpcError(-32600, 'Invalid request'))
  return Promise.all(body.map((each) => answerOne(methods, each)))
}
