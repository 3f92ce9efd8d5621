import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { createFaults, hinderServers } from '../faults/createFaults.ts'
import { farcasterFaults } from '../faults/faultTables.ts'
import { pageHeaders } from '../signIn/pagePolicy.ts'
import { signInStyle } from '../signIn/signInStyle.ts'
import { createChannels } from './createChannels.ts'
import { farcasterUsers } from './farcasterUsers.ts'
import { askPage, donePage, linkPage } from './phonePage.ts'

type Bindings = { Bindings: HttpBindings }

/** What the Farcaster app alone knows, and the header in which it says so. */
export const localRelayKey = 'local-relay-key'
const relayKeyHeader = 'X-Farcaster-Auth-Relay-Key'

const time = z.iso.datetime().optional()
const channelRequest = z.object({
  siweUri: z.url(),
  domain: z.string().min(1),
  nonce: z
    .string()
    .regex(/^[a-zA-Z0-9]{8,}$/)
    .optional(),
  notBefore: time,
  expirationTime: time,
  requestId: z.string().optional(),
  redirectUrl: z.url().optional(),
  acceptAuthAddress: z.boolean().default(true),
})
const approval = z.object({
  message: z.string(),
  signature: z.string().regex(/^0x[a-fA-F0-9]+$/),
  authMethod: z.enum(['custody', 'authAddress']).optional(),
  fid: z.int().positive(),
  username: z.string().optional(),
  bio: z.string().optional(),
  displayName: z.string().optional(),
  pfpUrl: z.string().optional(),
})

const unauthorized = { error: 'Unauthorized' }
const invalid = (error: z.ZodError) => ({ error: 'Validation error', message: z.prettifyError(error) })

/** The token in what a QR code holds, or nothing. */
const tokenIn = (link: string): string =>
  URL.canParse(link) ? (new URL(link).searchParams.get('channelToken') ?? '') : ''

/**
 * The relay of Sign In With Farcaster under `/v1`, as the real one answers, and under `/phone` the app that approves. `url` is
 * its own address; `now` in milliseconds since the epoch.
 */
export const createFarcasterApp = (url: string, now: () => number): Hono<Bindings> => {
  const app = new Hono<Bindings>()
  const faults = createFaults(farcasterFaults)
  const channels = createChannels(now)
  const tokenOf = (context: Context): string =>
    /^Bearer (\S+)$/.exec(context.req.header('Authorization') ?? '')?.[1] ?? ''

  app.route('/', faults.control)
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/signIn.css', signInStyle)
  app.get('/', (context) => context.redirect('/phone', 303))
  app.use('/v1/*', hinderServers(faults))

  app.post('/v1/channel', async (context) => {
    const request = channelRequest.safeParse(await context.req.json().catch(() => undefined))
    if (!request.success) return context.json(invalid(request.error), 400)
    const { acceptAuthAddress, ...signatureParams } = request.data
    const nonce = signatureParams.nonce ?? randomBytes(16).toString('hex')
    const { token, channel } = channels.open((channelToken) => ({
      state: 'pending',
      nonce,
      url: `${url}/phone?channelToken=${channelToken}`,
      acceptAuthAddress,
      signatureParams,
      metadata: { ip: '127.0.0.1', userAgent: context.req.header('User-Agent') ?? '' },
    }))
    return context.json({ channelToken: token, url: channel.url, connectUri: channel.url, nonce }, 201)
  })

  app.get('/v1/channel/status', (context) => {
    const channel = channels.find(tokenOf(context))
    if (channel === undefined) return context.json(unauthorized, 401)
    if (channel.state === 'pending') return context.json(channel, 202)
    // Told once, as the real relay tells it.
    channels.close(tokenOf(context))
    return context.json(channel, 200)
  })

  app.post('/v1/channel/authenticate', async (context) => {
    if (context.req.header(relayKeyHeader) !== localRelayKey) return context.json(unauthorized, 401)
    const given = approval.safeParse(await context.req.json().catch(() => undefined))
    if (!given.success) return context.json(invalid(given.error), 400)
    const channel = channels.complete(tokenOf(context), given.data)
    return channel === undefined ? context.json(unauthorized, 401) : context.json(channel, 201)
  })

  const phone = async (context: Context<Bindings>): Promise<Response> => {
    for (const [header, value] of Object.entries(pageHeaders(false))) context.header(header, value)
    const link = context.req.query('link')
    if (link !== undefined) return context.redirect(`/phone?channelToken=${encodeURIComponent(tokenIn(link))}`, 303)
    const token = context.req.query('channelToken')
    if (token === undefined) return context.html(linkPage())
    const channel = channels.find(token)
    if (channel?.state !== 'pending')
      return context.html(linkPage('This link has expired, was answered, or is none.'), 404)
    if (context.req.method === 'GET') return context.html(askPage(channel))

    const { domain } = channel.signatureParams
    const { choice } = await context.req.parseBody()
    const user = farcasterUsers.find(({ fid }) => String(fid) === choice)
    if (user !== undefined) {
      // Loaded by the first who approves: signing takes most of the time that this process needs to start.
      const { approve } = await import('./approve.ts')
      channels.complete(token, await approve(channel, user, faults, now()))
      return context.html(donePage(`Approved as ${user.name}`, `Go back to ${domain}.`))
    }
    if (choice !== 'decline') return context.html(askPage(channel), 400)
    // Farcaster has no word for no: whoever asked sees a channel that is over.
    channels.close(token)
    return context.html(donePage('Declined', `${domain} was told nothing.`))
  }
  app.on(['GET', 'POST'], '/phone', phone)
  return app
}
