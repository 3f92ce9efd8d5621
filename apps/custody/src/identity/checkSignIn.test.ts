import { randomBytes, randomUUID } from 'node:crypto'
import { farcasterNonce, socialNonce } from '@latchkey/api-client'
import type { Clock } from '@latchkey/service-kit/clock'
import { createFarcasterRelay } from '@latchkey/service-kit/farcaster/farcasterRelay'
import { createTestRelay, type TestRelay } from '@latchkey/service-kit/test/farcaster/testRelay'
import { createTestIssuer, type TestIssuer } from '@latchkey/service-kit/test/testIssuer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Custody, newEmail, openCustody, walletOrigin } from '../custody.fixture.ts'

type Device = Awaited<ReturnType<Custody['device']>>

const clientId = 'our-app'
const named = (name: string) => expect.objectContaining({ name })
const newChallenge = () => randomBytes(32).toString('base64url')

let custody: Custody
let google: TestIssuer
let relay: TestRelay
beforeAll(async () => {
  const clock: Clock = { now: () => custody.clock.now() }
  google = await createTestIssuer('https://accounts.google.test', clock)
  relay = createTestRelay(clock)
  custody = await openCustody({
    identityProviders: {
      google: { clientId, issuer: google.issuer },
      github: { clientId: 'our-oauth-app', issuer: 'https://github.test' },
    },
    farcaster: { relayUrl: relay.url, rpcUrl: 'https://chain.test' },
    fetch: (input, init) => (String(input).startsWith(relay.url) ? relay : google).fetch(input, init),
  })
})
afterAll(() => custody[Symbol.asyncDispose]())

/** A known user of this device, so that a rejection can be recorded for them. */
const known = async () => {
  const device = await custody.device()
  const { userId } = await device.prove(newEmail())
  return { device, userId }
}
const expectRefused = async (check: (device: Device) => Promise<unknown>) => {
  const { device, userId } = await known()
  await expect(check(device)).rejects.toThrowError(named('SOCIAL_REFUSED'))
  expect(await device.eventsOf(userId)).toEqual(['social login refused', 'code accepted'])
}

describe('an address at a provider', () => {
  /** An honest api's response to this device, before it is changed. */
  const addressFor = async ({ deviceId, hpkePublicKey }: Device) => {
    const codeChallenge = newChallenge()
    const nonce = await socialNonce(deviceId, hpkePublicKey, codeChallenge)
    const query = {
      client_id: clientId,
      response_type: 'code',
      scope: 'openid',
      state: 'state',
      nonce,
      prompt: 'login',
    }
    const { authorization_endpoint } = google.configuration
    return { codeChallenge, uri: new URL(`${authorization_endpoint}?${new URLSearchParams(query)}`) }
  }
  const check = async (device: Device, change: (uri: URL) => URL | string) => {
    const { codeChallenge, uri } = await addressFor(device)
    return device.checkSignIn({ provider: 'google', codeChallenge, uri: String(change(uri)) })
  }

  test('for this device and attempt is as it should be', async () => {
    expect(await check(await custody.device(), (uri) => uri)).toEqual({})
  })

  const set = (name: string, value: string) => (uri: URL) => {
    uri.searchParams.set(name, value)
    return uri
  }
  const add = (name: string, value: string) => (uri: URL) => {
    uri.searchParams.append(name, value)
    return uri
  }
  test.each<[string, (uri: URL) => URL | string]>([
    ['for another nonce', set('nonce', 'A'.repeat(43))],
    ['for another nonce as well', add('nonce', 'A'.repeat(43))],
    ['without a nonce', (uri) => String(uri).replace(/&nonce=[^&]*/, '')],
    ['for another app', set('client_id', 'their-app')],
    ['for a token that passes through the page', set('response_type', 'id_token')],
    ['whose parameters are elsewhere', add('request_uri', 'https://evil.example/request')],
    ['whose parameters are in a statement', add('request', 'a.b.c')],
    ['of another place', (uri) => String(uri).replace(uri.host, 'evil.example')],
    ['of another place that is named like it', (uri) => String(uri).replace(uri.host, `${uri.host}.evil.example`)],
    ['of another page of the provider', (uri) => String(uri).replace('/authorize', '/redirect')],
    ['with the provider as a name', (uri) => String(uri).replace(uri.host, `${uri.host}@evil.example`)],
    ['without encryption', (uri) => String(uri).replace('https:', 'http:')],
    ['with more behind a number sign', (uri) => `${uri}#nonce=another`],
    ['that is none', () => 'javascript:alert(1)'],
    ['that is no address', () => 'authorize'],
  ])('%s is refused', (_, change) => expectRefused((device) => check(device, change)))

  test('for another device or attempt is refused', () =>
    expectRefused(async (device) => {
      const { codeChallenge, uri } = await addressFor(await custody.device())
      return device.checkSignIn({ provider: 'google', codeChallenge, uri: String(uri) })
    }))

  test('of a provider that signs nothing is the api’s to say', async () => {
    const asked = { provider: 'github', codeChallenge: newChallenge(), uri: 'https://github.test/authorize' } as const
    expect(await (await custody.device()).checkSignIn(asked)).toEqual({})
  })

  test('of a provider that is not set up is not enabled', async () => {
    const asked = { provider: 'apple', codeChallenge: newChallenge(), uri: 'https://apple.test/' } as const
    await expect((await custody.device()).checkSignIn(asked)).rejects.toThrowError(named('NOT_ENABLED'))
  })
})

describe('a link to the Farcaster app', () => {
  const open = async ({ deviceId, hpkePublicKey }: Device, attemptId: string) => {
    const nonce = await farcasterNonce(deviceId, hpkePublicKey, attemptId)
    const { url: relayUrl, fetch } = relay
    const { url } = await createFarcasterRelay({ relayUrl, fetch, clock: custody.clock }).open({
      ...{ siweUri: walletOrigin, domain: 'wallet.example', nonce, expirationTime: custody.clock.now() },
    })
    return url
  }

  test('for this device and attempt is as it should be, as often as one asks', async () => {
    const device = await custody.device()
    const attemptId = randomUUID()
    const url = await open(device, attemptId)
    for (const _ of ['once', 'twice']) expect(await device.checkSignIn({ attemptId, url })).toEqual({})
  })

  test.each<[string, (url: string, device: Device) => string | Promise<string>]>([
    ['to a channel for another device', async () => open(await custody.device(), randomUUID())],
    ['to a channel for another attempt', (_, device) => open(device, randomUUID())],
    ['to a channel that there is not', () => `https://farcaster.test/siwf?channelToken=${randomUUID()}`],
    ['of another place to the right channel', (url) => url.replace('farcaster.test', 'evil.example')],
    ['to the right channel and more', (url) => `${url}&channelToken=${randomUUID()}`],
    ['to the right channel by another page', (url) => url.replace('/siwf', '/redirect')],
    ['to no channel', () => 'https://farcaster.test/siwf'],
    ['that is none', () => 'siwf'],
    ['with a token that is none', () => 'https://farcaster.test/siwf?channelToken=a%0Ab'],
    [
      'to a channel that was answered',
      (url) => {
        relay.tell(url, { message: '', signature: '0x' })
        return url
      },
    ],
  ])('%s is refused', (_, linkFor) =>
    expectRefused(async (device) => {
      const attemptId = randomUUID()
      const url = await linkFor(await open(device, attemptId), device)
      return device.checkSignIn({ attemptId, url })
    }),
  )

  test('cannot be judged while the relay is away', async () => {
    const device = await custody.device()
    const attemptId = randomUUID()
    const url = await open(device, attemptId)
    relay.breakDown(() => Promise.reject(new TypeError('fetch failed')))
    await expect(device.checkSignIn({ attemptId, url })).rejects.toThrowError(named('PROVIDER_UNAVAILABLE'))
    relay.breakDown(null)
    expect(await device.checkSignIn({ attemptId, url })).toEqual({})
  })
})
