import { randomUUID } from 'node:crypto'

/** The message parameters of a new channel (FIP-11). */
type SignatureParams = {
  siweUri: string
  domain: string
  nonce?: string | undefined
  notBefore?: string | undefined
  expirationTime?: string | undefined
  requestId?: string | undefined
  redirectUrl?: string | undefined
}

/** The response of the user's app. */
export type Approval = {
  message: string
  signature: string
  authMethod?: 'custody' | 'authAddress' | undefined
  fid: number
  username?: string | undefined
  bio?: string | undefined
  displayName?: string | undefined
  pfpUrl?: string | undefined
}

/** A channel, as the relay shows it. */
export type Channel = {
  state: 'pending' | 'completed'
  nonce: string
  url: string
  acceptAuthAddress: boolean
  signatureParams: SignatureParams
  metadata: { ip: string; userAgent: string }
} & Partial<Approval>

/** An hour. */
const channelLifeMs = 3_600_000

/** The channels of a relay, by token. `now` in milliseconds since the epoch. */
export const createChannels = (now: () => number) => {
  const channels = new Map<string, { channel: Channel; untilMs: number }>()
  const dropOld = (): void => {
    for (const [token, { untilMs }] of channels) if (untilMs < now()) channels.delete(token)
  }
  return {
    open: (channelOf: (token: string) => Channel): { token: string; channel: Channel } => {
      dropOld()
      const token = randomUUID()
      const channel = channelOf(token)
      channels.set(token, { channel, untilMs: now() + channelLifeMs })
      return { token, channel }
    },
    find: (token: string): Channel | undefined => {
      dropOld()
      return channels.get(token)?.channel
    },
    complete: (token: string, approval: Approval): Channel | undefined => {
      const found = channels.get(token)
      if (found === undefined) return undefined
      found.channel = { ...found.channel, ...approval, state: 'completed' }
      return found.channel
    },
    close: (token: string): void => void channels.delete(token),
  }
}

export type Channels = ReturnType<typeof createChannels>
