import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'
import { createProviderFetch, patienceSeconds } from '../social/providerFetch.ts'
import { readUserName } from '../social/readUserName.ts'

/** What a person is asked to sign (FIP-11). */
export type ChannelRequest = { siweUri: string; domain: string; nonce: string; expirationTime: Date }
/** `token` reads the channel, `url` is for the person's app. */
export type OpenedChannel = { token: string; url: string }
export type RelayedMessage = { message: string; signature: string; userName: string | null }

/** Carries what is to be signed to the person's app, and back what was. Nothing that it says is believed. */
export type FarcasterRelay = {
  /** Throws PROVIDER_UNAVAILABLE. */
  open(request: ChannelRequest): Promise<OpenedChannel>
  /**
   * What has come of a channel. `gone`: it is over; so it is, too, once its answer was told. `garbled`: that was no message.
   * Throws PROVIDER_UNAVAILABLE, after which the channel may be asked again.
   */
  ask(token: string): Promise<{ is: 'waiting' | 'gone' | 'garbled' } | ({ is: 'signed' } & RelayedMessage)>
  /**
   * A channel that nobody has answered yet: its link, and every nonce that an app might take for the one to sign. Null for one
   * that is over, or never was. Throws PROVIDER_UNAVAILABLE.
   */
  look(token: string): Promise<{ url: string; nonces: readonly string[] } | null>
}

/** A channel that nobody has answered yet. */
const pending = z.object({
  state: z.literal('pending'),
  url: z.string(),
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
  // A name for greeting: anything else than a text is none.
  username: z.catch(z.nullable(z.string()), null),
})

/** A relay with the interface of Farcaster's own. */
export function createFarcasterRelay({
  relayUrl,
  fetch,
}: {
  relayUrl: string
  fetch: typeof globalThis.fetch
}): FarcasterRelay {
  const limited = createProviderFetch(fetch)
  const call = (path: string, init: RequestInit): Promise<Response> =>
    limited(`${relayUrl}${path}`, { ...init, signal: AbortSignal.timeout(patienceSeconds * 1000) })
  const askStatus = (token: string) => call('/v1/channel/status', { headers: { Authorization: `Bearer ${token}` } })
  return {
    open: (request) =>
      answered(async () => {
        const response = await call('/v1/channel', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...request, acceptAuthAddress: true }),
        })
        if (response.status !== 201) throw new Error(`the relay answered ${response.status}`)
        const { channelToken, url, nonce } = z.parse(opened, await response.json())
        if (nonce !== request.nonce) throw new Error('the relay has taken another nonce')
        return { token: channelToken, url }
      }),
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
        const response = await askStatus(token)
        if (response.status === 200 || response.status === 401 || response.status === 404) return null
        if (response.status !== 202) throw new Error(`the relay answered ${response.status}`)
        const { url, nonce, signatureParams } = z.parse(pending, await response.json())
        return { url, nonces: [nonce, signatureParams?.nonce ?? nonce] }
      }),
  }
}

async function answered<answer>(ask: () => Promise<answer>): Promise<answer> {
  try {
    return await ask()
  } catch (cause) {
    throw new AppError('PROVIDER_UNAVAILABLE', { cause })
  }
}
