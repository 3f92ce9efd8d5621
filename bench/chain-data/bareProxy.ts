/**
 * The lower bound for a proxy of this kind: a route that forwards the text to a node and the response back, without parsing, checks,
 * limits, caching or logging. `NODES`: JSON, a node by each name that a path may have.
 */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const nodes = JSON.parse(process.env.NODES ?? '{}') as Readonly<Record<string, string>>
const app = new Hono()
app.get('/', (context) => context.text(''))
app.post('/:node', async (context) => {
  const response = await fetch(nodes[context.req.param('node')] ?? '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: await context.req.text(),
  })
  return context.body(await response.text(), 200, { 'Content-Type': 'application/json' })
})
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
