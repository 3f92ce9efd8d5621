import type { Clock } from '../../src/clock.ts'
import { type MessageFields, writeSignInMessage } from './signInMessage.ts'
import type { FarcasterPerson } from './startFarcaster.ts'

type Channel = {
  asked: { siweUri: string; domain: string; nonce: string; expirationTime: string; acceptAuthAddress: boolean }
  /** The result instead of `pending`. */
  told: Record<string, unknown> | null
}
export type TestRelay = ReturnType<typeof createTestRelay>

/** Creates a relay with the interface of Farcaster's own, called by `fetch` without a socket, and the app of the approving user. */
export function createTestRelay(clock: Clock) {
  const url = 'https://relay.test'
  const channels = new Map<string, Channel>()
  let broken: (() => Promise<Response>) | null = null

  const linkOf = (token: string): string => `https://farcaster.test/siwf?channelToken=${token}`
  const answer = async (request: Request): Promise<Response> => {
    if (broken !== null) return broken()
    if (request.url === `${url}/v1/channel` && request.method === 'POST') {
      const asked = (await request.json()) as Channel['asked']
      const channelToken = crypto.randomUUID()
      channels.set(channelToken, { asked, told: null })
      const link = linkOf(channelToken)
      return Response.json({ channelToken, url: link, connectUri: link, nonce: asked.nonce }, { status: 201 })
    }
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    const channel = channels.get(token)
    if (request.url !== `${url}/v1/channel/status` || channel === undefined)
      return Response.json({ error: 'Unauthorized' }, { status: 401 })
    const { asked } = channel
    if (channel.told === null)
      return Response.json({ state: 'pending', nonce: asked.nonce, signatureParams: asked }, { status: 202 })
    // Returned once, as by Farcaster's relay.
    channels.delete(token)
    return Response.json({ state: 'completed', nonce: asked.nonce, ...channel.told })
  }
  const channelOf = (link: string): Channel => {
    const channel = channels.get(new URL(link).searchParams.get('channelToken') ?? '')
    if (channel === undefined) throw new Error('There is no such channel')
    return channel
  }

  return {
    url,
    fetch: ((input, init) => answer(new Request(input, init))) as typeof globalThis.fetch,
    /** Makes it respond like this from now on; null ends that. */
    breakDown(answer: (() => Promise<Response>) | null): void {
      broken = answer
    },
    asked: (link: string) => channelOf(link).asked,
    /** The user approves in the app. The message and the signer can be changed. */
    async approve(
      link: string,
      { account, fid }: FarcasterPerson,
      { changes = {}, by = account }: { changes?: Partial<MessageFields>; by?: FarcasterPerson['account'] } = {},
    ) {
      const channel = channelOf(link)
      const { domain, siweUri, nonce, expirationTime } = channel.asked
      const message = writeSignInMessage({
        ...{ domain, nonce, expirationTime, address: account.address, uri: siweUri },
        ...{ statement: 'Farcaster Auth', version: '1', chainId: '10', issuedAt: clock.now().toISOString() },
        ...{ notBefore: null, requestId: null, resources: [`farcaster://fid/${fid}`] },
        ...changes,
      })
      const signature = await by.signMessage({ message })
      channel.told = { message, signature, fid: Number(fid), username: 'ada', displayName: 'Ada' }
      return { message, signature }
    },
    /** The app sends any result. */
    tell(link: string, told: Record<string, unknown>): void {
      channelOf(link).told = told
    },
    /** The user declines, or takes too long. */
    close(link: string): void {
      channels.delete(new URL(link).searchParams.get('channelToken') ?? '')
    },
  }
}
