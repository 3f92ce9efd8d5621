import type { HttpBindings } from '@hono/node-server'
import { t } from '@latchkey/copy/localFarcaster'
import { type Context, Hono } from 'hono'
import type { Faults } from '../faults/createFaults.ts'
import type { FarcasterFault } from '../faults/faultTables.ts'
import { pageHeaders } from '../pages/pageHeaders.ts'
import type { Channels } from './createChannels.ts'
import { type FarcasterUser, farcasterUsers, typedUser } from './farcasterUsers.ts'
import { askPage, donePage, linkPage } from './phonePage.ts'

type Bindings = { Bindings: HttpBindings }

export type PhoneSettings = {
  channels: Channels
  faults: Faults<FarcasterFault>
  /** The URL of the chain with the registries. */
  chainUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Returns the token in a QR code's link, or an empty string. */
const tokenIn = (link: string): string =>
  URL.canParse(link) ? (new URL(link).searchParams.get('channelToken') ?? '') : ''

/** Returns the user who approves: a known one, or a typed one. */
const userOf = ({ choice, userName }: Readonly<Record<string, unknown>>): FarcasterUser | undefined =>
  choice === 'typed' ? typedUser(String(userName)) : farcasterUsers.find(({ fid }) => String(fid) === choice)

/** Serves the Farcaster app of the user who signs in, as a page. */
export const createPhoneApp = ({ channels, faults, chainUrl, now }: PhoneSettings): Hono<Bindings> => {
  const show = (context: Context<Bindings>): Response | Promise<Response> => {
    const { link, channelToken } = context.req.query()
    if (link !== undefined) return context.redirect(`/phone?channelToken=${encodeURIComponent(tokenIn(link))}`, 303)
    if (channelToken === undefined) return context.html(linkPage())
    const channel = channels.find(channelToken)
    return channel?.state === 'pending'
      ? context.html(askPage(channel))
      : context.html(linkPage(t('link.expired')), 404)
  }

  const answer = async (context: Context<Bindings>): Promise<Response> => {
    const token = context.req.query('channelToken') ?? ''
    const channel = channels.find(token)
    if (channel?.state !== 'pending') return show(context)
    const { domain } = channel.signatureParams
    const fields = await context.req.parseBody()
    if (fields.choice === 'decline') {
      // Farcaster has no rejection: the requester sees an expired channel.
      channels.close(token)
      return context.html(donePage(t('declined.title'), t('declined.text', { domain })))
    }
    const user = userOf(fields)
    if (user === undefined) return context.html(askPage(channel, t('problem.userName')), 400)
    // Loaded on the first approval: the signing library takes most of this process's start time.
    const [{ approve }, { register }] = await Promise.all([import('./approve.ts'), import('./register.ts')])
    try {
      await register(chainUrl, user)
    } catch {
      return context.html(askPage(channel, t('problem.chainAway')), 503)
    }
    channels.complete(token, await approve(channel, user, faults, now()))
    return context.html(donePage(t('approved.title', { name: user.name }), t('approved.text', { domain })))
  }

  const app = new Hono<Bindings>()
  app.use(async (context, next) => {
    for (const [header, value] of Object.entries(pageHeaders(false))) context.header(header, value)
    await next()
  })
  app.get('/', show)
  app.post('/', answer)
  return app
}
