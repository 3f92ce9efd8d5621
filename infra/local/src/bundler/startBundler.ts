import type { HttpBindings } from '@hono/node-server'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { Hono } from 'hono'
import type { Chain } from '../chain/createChain.ts'
import { rpc } from '../chain/rpc.ts'
import { untilTrue } from '../chain/untilTrue.ts'
import { createFaults, hinderServers } from '../faults/createFaults.ts'
import { bundlerFaults } from '../faults/faultTables.ts'
import { StackError } from '../StackError.ts'
import { serve } from '../serve.ts'
import { entryPoint } from '../smartAccounts/entryPoint.ts'
import { bundlerAddresses } from './bundlerKeys.ts'
import { startAlto } from './startAlto.ts'

export type BundlerSettings = {
  /** What people call it, in messages: `bundler of chain A`. */
  title: string
  /** Where it sends operations to; may be on its way up. */
  chain: Chain
  port: number
  /** Called when it ends without having been stopped. */
  onFailure: (error: StackError) => void
}

const chainTimeoutMs = 20_000
/** A thousand ether: what operations pay comes back to it. */
const funds = 10n ** 21n

/** The bundler of one chain: JSON-RPC by `POST /`. Throws `StackError` when it, or the chain, does not come up. */
export const startBundler = async ({ title, chain, port, onFailure }: BundlerSettings) => {
  const isReady = (): Promise<boolean> =>
    rpc(chain.url, 'eth_getCode', [entryPoint, 'latest']).then(
      (code) => code !== '0x',
      () => false,
    )
  const hasChain = await untilTrue(isReady, { limitMs: chainTimeoutMs, isOver: () => false })
  if (!hasChain) throw new StackError(`The ${title} finds no EntryPoint at ${chain.url}`)
  for (const address of bundlerAddresses) await chain.setBalance(address, funds)
  const alto = await startAlto({ title, chainUrl: chain.url, port: await freePort(), onFailure })
  const front = await serve(createBundlerApp(alto.url).fetch, port)
  return {
    close: async () => {
      await front.close()
      await alto.close()
    },
  }
}

/** What stands before a bundler (its address): passes questions on, and fails on demand. */
const createBundlerApp = (bundlerUrl: string) => {
  const faults = createFaults(bundlerFaults)
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.route('/', faults.control)
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.post('/', hinderServers(faults), async (context) => {
    const answer = await fetch(bundlerUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: await context.req.arrayBuffer(),
      signal: context.req.raw.signal,
    })
    return new Response(answer.body, { status: answer.status, headers: { 'Content-Type': 'application/json' } })
  })
  return app
}
