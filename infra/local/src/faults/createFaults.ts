import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type MiddlewareHandler } from 'hono'
import * as z from 'zod'

export type Faults<Name extends string> = {
  /** Whether this fault is active. */
  has(fault: Name): boolean
  /** `POST /_control { fault: <name> | null }`. */
  control: Hono<{ Bindings: HttpBindings }>
}

const slowMs = 60_000
const garbage = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>'

/** Lets tests make a part fail in one of the ways of a table (`faultTables.ts`), until the next order. */
export const createFaults = <Name extends string>(table: Readonly<Record<Name, string>>): Faults<Name> => {
  let current: string | null = null
  const order = z.strictObject({ fault: z.enum(Object.keys(table)).nullable() })
  const control = new Hono<{ Bindings: HttpBindings }>()
  control.post('/_control', async (context) => {
    // Another site's form cannot send this type.
    const isJson = context.req.header('Content-Type') === 'application/json'
    const parsed = order.safeParse(isJson ? await context.req.json().catch(() => undefined) : undefined)
    if (!parsed.success) return context.json({ error: 'A fault is expected, or null', faults: table }, 400)
    current = parsed.data.fault
    return context.body(null, 204)
  })
  return { has: (fault) => current === fault, control }
}

/** Runs before a part's server routes, and responds in its place while it is to be out of order. */
export const hinderServers =
  (faults: Pick<Faults<'down' | 'slow' | 'garbage'>, 'has'>): MiddlewareHandler<{ Bindings: HttpBindings }> =>
  async (context, next) => {
    if (faults.has('down')) {
      context.env.incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    }
    if (faults.has('garbage')) return context.html(garbage)
    if (faults.has('slow')) await sleep(slowMs, undefined, { signal: context.req.raw.signal }).catch(() => undefined)
    return next()
  }
