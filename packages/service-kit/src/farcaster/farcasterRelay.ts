import { randomUUID } from 'node:crypto'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { createProviderFetch, timeoutSeconds } from '../loginProviders/providerFetch.ts'
import { readUserName } from '../loginProviders/readUserName.ts'

/** The message that the user is asked to sign (FIP-11). */
export type ChannelRequest = { siweUri: string; domain: string; nonce: string; expirationTime: Date }
/** `token` reads the channel, `url` opens the user's Farcaster app. */
export type OpenedChannel = { token: string; url: string }
/** A signed message that the Farcaster app sent to the relay. Nothing in it is verified. */
export type RelayedMessage = { message: string; signature: string; userName: string | null }

/** Relays messages to the user's Farcaster app and the signatures back. Its responses aren't trusted. */
export type FarcasterRelay = {
  /** Throws PROVIDER_UNAVAILABLE. */
  open(request: ChannelRequest): Promise<OpenedChannel>
  /**
   * Returns the state of a channel. `gone`: it has ended, also after its result was returned. `garbled`: the result was not a message.
   * Throws PROVIDER_UNAVAILABLE, after which the channel can be read again.
   */
  ask(token: string): Promise<{ is: 'waiting' | 'gone' | 'garbled' } | ({ is: 'signed' } & RelayedMessage)>
  /**
   * Returns a channel without a result: its link, and every nonce that an app might take for the one to sign. Null when it has ended or
   * never existed. Throws PROVIDER_UNAVAILABLE.
   */
  look(token: string): Promise<{ url: string; nonces: readonly string[] } | null>
}

/** A channel without a result. */
const pending = z.object({
  state: z.literal('pending'),
  nonce: z.string(),
  signatureParams: z.optional(z.object({ nonce: z.optional(z.string()) })),
})
const opened = z.object({
  channelToken: z.string().check(z.minLength(1), z.maxLength(256)),
  url: z.string().check(z.maxLength(2048), z.regex(/^https?:\/\//)),
  nonce: z.string(),
})
const signed = z.object({
  state: z.literal('completed'),
  message: z.string().check(z.maxLength(4096)),
  signature: z.string().check(z.maxLength(4096), z.regex(/^0x[0-9a-fA-F]+$/)),
  // A display name: anything but a string counts as none.
  username: z.catch(z.nullable(z.string()), null),
})

/** Creates a relay client for the interface of Farcaster's own relay. */
export function createFarcasterRelay({
  relayUrl,
  fetch,
  clock,
}: {
  relayUrl: string
  fetch: typeof globalThis.fetch
  clock: Clock
}): FarcasterRelay {
  const limited = createProviderFetch(fetch)
  const call = (path: string, init: RequestInit): Promise<Response> =>
    limited(`${relayUrl}${path}`, { ...init, signal: AbortSignal.timeout(timeoutSeconds * 1000) })
  const askStatus = (token: string) => call('/v1/channel/status', { headers: { Authorization: `Bearer ${token}` } })
  const open = async (request: ChannelRequest): Promise<OpenedChannel> => {
    const response = await call('/v1/channel', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...request, acceptAuthAddress: true }),
    })
    if (response.status !== 201) throw new Error(`the relay answered ${response.status}`)
    const { channelToken, url, nonce } = z.parse(opened, await response.json())
    if (nonce !== request.nonce) throw new Error('the relay has taken another nonce')
    return { token: channelToken, url }
  }
  const linkForm = createLinkForm(open, { relayUrl, clock })
  return {
    open: (request) => answered(() => open(request)),
    ask: (token) =>
      answered(async () => {
        const response = await askStatus(token)
        if (response.status === 202) return { is: 'waiting' }
        if (response.status === 401 || response.status === 404) return { is: 'gone' }
        if (response.status !== 200) throw new Error(`the relay answered ${response.status}`)
        const told = tryParse(signed, await response.json())
        if (!told.success) return { is: 'garbled' }
        const { message, signature, username } = told.data
        return { is: 'signed', message, signature, userName: readUserName(username) }
      }),
    look: (token) =>
      answered(async () => {
        const [response, [before, after]] = await Promise.all([askStatus(token), linkForm()])
        if (response.status === 200 || response.status === 401 || response.status === 404) return null
        if (response.status !== 202) throw new Error(`the relay answered ${response.status}`)
        const { nonce, signatureParams } = z.parse(pending, await response.json())
        return { url: `${before}${token}${after}`, nonces: [nonce, signatureParams?.nonce ?? nonce] }
      }),
  }
}

const formKeptMs = 3_600_000

/**
 * Returns the text before and after the token in a relay's links. Relays reveal links only when they open channels, so this opens a channel
 * that is never shown, and caches the result for an hour.
 */
function createLinkForm(
  open: FarcasterRelay['open'],
  { relayUrl, clock }: { relayUrl: string; clock: Clock },
): () => Promise<readonly [string, string]> {
  const learn = async (): Promise<readonly [string, string]> => {
    const nonce = randomUUID().replaceAll('-', '')
    const expirationTime = clock.now()
    const { token, url } = await open({ siweUri: relayUrl, domain: new URL(relayUrl).host, nonce, expirationTime })
    const [before, after, ...more] = url.split(token)
    if (before === undefined || after === undefined || more.length > 0) throw new Error('the link names no channel')
    return [before, after]
  }
  let known: { at: number; form: ReturnType<typeof learn> } | null = null
  return () => {
    const now = clock.now().getTime()
    if (known === null || now - known.at > formKeptMs) {
      const asked = { at: now, form: learn() }
      known = asked
      asked.form.catch(() => {
        if (known === asked) known = null
      })
    }
    return known.form
  }
}

async function answered<answer>(ask: () => Promise<answer>): Promise<answer> {
  try {
    return await ask()
  } catch (cause) {
    throw new AppError('PROVIDER_UNAVAILABLE', { cause })
  }
}
