import { type EndpointRequest, farcasterNonce, socialNonce } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { ProvenDevice } from '@latchkey/service-kit/proof/deviceProof'
import type { IdentityJudge } from './openIdentityJudges.ts'
import { type ProveIdentityDeps, refusalsNoted } from './proveIdentity.ts'
import { RefusedLogin } from './refusedLogin.ts'

type Request = EndpointRequest<'checkSignIn'>

/**
 * Checks that the URL that the api has given this device leads to the provider, and requests a sign-in for this device and attempt: the
 * only check outside the api of what a user is about to consent to.
 *
 * Throws NOT_ENABLED; SOCIAL_REFUSED, which is recorded for the users of the device; PROVIDER_UNAVAILABLE.
 */
export async function checkSignIn(
  deps: ProveIdentityDeps,
  asked: Request,
  device: ProvenDevice,
): Promise<Record<string, never>> {
  await refusalsNoted(deps, device, () =>
    'provider' in asked ? checkSocial(deps, asked, device) : checkFarcaster(deps, asked, device),
  )
  return {}
}

async function checkSocial(
  { judges }: ProveIdentityDeps,
  { provider, codeChallenge, uri }: Extract<Request, { provider: string }>,
  { deviceId, hpkePublicKey }: ProvenDevice,
): Promise<void> {
  const judge = judges[provider]
  if (judge === undefined) throw new AppError('NOT_ENABLED')
  // Without OpenID Connect the request binds nothing: custody relies on the api's statement afterwards.
  if (judge.by === 'statement') return
  const nonce = await socialNonce(deviceId, hpkePublicKey, codeChallenge)
  await requireAuthorization(uri, judge, { client_id: judge.clientId, response_type: 'code', nonce })
}

async function requireAuthorization(
  uri: string,
  { openId }: Extract<IdentityJudge, { by: 'idToken' }>,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  const endpoint = new URL(await openId.authorizationEndpoint())
  if (!URL.canParse(uri)) refuse('uri')
  const { searchParams, ...address } = partsOf(uri)
  const { searchParams: _, ...own } = partsOf(endpoint.href)
  if (JSON.stringify(address) !== JSON.stringify(own)) refuse('endpoint')
  // The provider could interpret a duplicate differently, and either of these two (RFC 9101) replaces all others.
  const names = [...searchParams.keys()]
  if (new Set(names).size !== names.length || searchParams.has('request') || searchParams.has('request_uri'))
    refuse('parameters')
  for (const [name, value] of Object.entries(expected)) if (searchParams.get(name) !== value) refuse(name)
}

const partsOf = (address: string) => {
  const { origin, username, password, pathname, hash, searchParams } = new URL(address)
  return { origin, username, password, pathname, hash, searchParams }
}

async function checkFarcaster(
  { farcaster }: ProveIdentityDeps,
  { attemptId, url }: Extract<Request, { attemptId: string }>,
  { deviceId, hpkePublicKey }: ProvenDevice,
): Promise<void> {
  if (farcaster === null) throw new AppError('NOT_ENABLED')
  const token = URL.canParse(url) ? new URL(url).searchParams.get('channelToken') : null
  if (token === null || !/^[\w.-]{1,256}$/.test(token)) refuse('link')
  const channel = await farcaster.relay.look(token)
  // Exactly the link that the relay makes: the app that it opens signs what the relay has.
  if (channel === null || channel.url !== url) refuse('channel')
  const nonce = await farcasterNonce(deviceId, hpkePublicKey, attemptId)
  if (channel.nonces.some((each) => each !== nonce)) refuse('nonce')
}

function refuse(what: string): never {
  throw new RefusedLogin('SOCIAL_REFUSED', `sign-in ${what}`)
}
