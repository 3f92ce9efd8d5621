import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { createFaults, hinderServers } from '../faults/createFaults.ts'
import { farcasterFaults } from '../faults/faultTables.ts'
import { pageStyle } from '../pages/pageStyle.ts'
import { createChannels } from './createChannels.ts'
import { createPhoneApp } from './createPhoneApp.ts'
import { createRelayApp } from './createRelayApp.ts'

export type FarcasterSettings = {
  /** Its own URL. */
  url: string
  /** The URL of the chain with the registries. */
  chainUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Emulates Farcaster's sign-in: the relay under `/v1`, and under `/phone` the app that approves. */
export const createFarcasterApp = ({ url, chainUrl, now }: FarcasterSettings): Hono<{ Bindings: HttpBindings }> => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const faults = createFaults(farcasterFaults)
  const channels = createChannels(now)
  app.route('/', faults.control)
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/page.css', pageStyle)
  app.get('/', (context) => context.redirect('/phone', 303))
  app.use('/v1/*', hinderServers(faults))
  app.route('/v1', createRelayApp(channels, `${url}/phone`))
  app.route('/phone', createPhoneApp({ channels, faults, chainUrl, now }))
  return app
}
