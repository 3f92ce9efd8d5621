import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { Channels } from './createChannels.ts'

/** The key that only the Farcaster app has, and the header for it. */
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

/**
 * The relay of Sign In With Farcaster, with the real one's paths and responses. `url` is the base of its links, which carry the channel's
 * token.
 */
export const createRelayApp = (channels: Channels, url: string): Hono<{ Bindings: HttpBindings }> => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const tokenOf = (context: Context): string =>
    /^Bearer (\S+)$/.exec(context.req.header('Authorization') ?? '')?.[1] ?? ''

  app.post('/channel', async (context) => {
    const request = channelRequest.safeParse(await context.req.json().catch(() => undefined))
    if (!request.success) return context.json(invalid(request.error), 400)
    const { acceptAuthAddress, ...signatureParams } = request.data
    const nonce = signatureParams.nonce ?? randomBytes(16).toString('hex')
    const { token, channel } = channels.open((channelToken) => ({
      state: 'pending',
      nonce,
      url: `${url}?channelToken=${channelToken}`,
      acceptAuthAddress,
      signatureParams,
      metadata: { ip: '127.0.0.1', userAgent: context.req.header('User-Agent') ?? '' },
    }))
    return context.json({ channelToken: token, url: channel.url, connectUri: channel.url, nonce }, 201)
  })

  app.get('/channel/status', (context) => {
    const channel = channels.find(tokenOf(context))
    if (channel === undefined) return context.json(unauthorized, 401)
    if (channel.state === 'pending') return context.json(channel, 202)
    // Returned once, as the real relay does.
    channels.close(tokenOf(context))
    return context.json(channel, 200)
  })

  app.post('/channel/authenticate', async (context) => {
    if (context.req.header(relayKeyHeader) !== localRelayKey) return context.json(unauthorized, 401)
    const given = approval.safeParse(await context.req.json().catch(() => undefined))
    if (!given.success) return context.json(invalid(given.error), 400)
    const channel = channels.complete(tokenOf(context), given.data)
    return channel === undefined ? context.json(unauthorized, 401) : context.json(channel, 201)
  })

  return app
}
