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
  /** Its name in messages: `bundler of chain A`. */
  title: string
  /** The chain that it sends operations to; may still be starting. */
  chain: Chain
  port: number
  /** Called when it exits without having been stopped. */
  onFailure: (error: StackError) => void
}

const chainTimeoutMs = 20_000
/** A thousand ether: operations' fees come back to it. */
const funds = 10n ** 21n

/** Starts the bundler of one chain: JSON-RPC by `POST /`. Throws `StackError` when it, or the chain, does not start. */
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

/** A proxy before a bundler (its URL): forwards requests, and fails on demand. */
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
