/** The baseline: a route that reads one row, with the services' libraries and none of their work. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import postgres from 'postgres'

const sql = postgres(process.env.DATABASE_URL ?? '', { max: 10 })
const app = new Hono()
app.on(['GET', 'POST'], '/', async (context) => {
  const [row] = await sql`SELECT count(*)::int AS count FROM public.latchkey_migrations`
  return context.json(row)
})
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
