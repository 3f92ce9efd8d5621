import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { createFaults, hinderServers } from '../faults/createFaults.ts'
import { bundlerFaults } from '../faults/faultTables.ts'

/** What stands before a bundler (its address): passes questions on, and fails on demand. */
export const createBundlerApp = (bundlerUrl: string) => {
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
