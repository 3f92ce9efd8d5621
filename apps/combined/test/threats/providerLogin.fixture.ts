import type { SocialProvider } from '@latchkey/api-client'
import {
  type Farcaster,
  type FarcasterPerson,
  startFarcaster,
} from '@latchkey/service-kit/test/farcaster/startFarcaster'
import { createTestRelay, type TestRelay } from '@latchkey/service-kit/test/farcaster/testRelay'
import type { Caller } from '../../../secure-frame/test/index.ts'
import { addresses, type Harness } from '../harness.ts'
import { comeBack, createSocialHarness, type SocialHarness } from '../social/socialLogin.ts'
import type { ProviderUser } from '../social/startProviders.ts'
import type { Browser } from './browser.fixture.ts'

/** Both authorities, with every provider and Farcaster. */
export type ProviderHarness = SocialHarness & { farcaster: Farcaster; relay: TestRelay }

export async function createProviderHarness(): Promise<ProviderHarness> {
  let harness: Harness | null = null
  const farcaster = await startFarcaster()
  const relay = createTestRelay({ now: () => harness?.clock.now() ?? new Date() })
  const social = await createSocialHarness({
    // As wherever the authorities are separate.
    deviceLink: 'always',
    farcaster: { relayUrl: relay.url, rpcUrl: farcaster.url },
    fetch: (input, init) => (String(input).startsWith(relay.url) ? relay.fetch : globalThis.fetch)(input, init),
  })
  harness = social
  return {
    ...social,
    farcaster,
    relay,
    async [Symbol.asyncDispose]() {
      await social[Symbol.asyncDispose]()
      await farcaster[Symbol.asyncDispose]()
    },
  }
}

type AskUser = Parameters<Browser['session']['finishSocial']>[2]['onFound']
/** A user who accepts any address they are shown. */
const agree: AskUser = (asked) => {
  const { signal } = new AbortController()
  return asked.kind === 'account' ? asked.separate({ mode: 'light' }, signal) : asked.confirm({ mode: 'light' }, signal)
}

/** The user signs in at the provider, and its page passes the response to the opener. */
export async function signInAt(
  harness: SocialHarness,
  { session, page }: Browser,
  provider: SocialProvider,
  person: ProviderUser,
  onFound: AskUser = agree,
): Promise<Caller> {
  const { uri } = await session.startSocial(page, provider)
  const { attempt = '', result = '' } = await comeBack(harness, harness.providers.signIn(uri, person))
  const handed = `${addresses.walletOrigin}/social#${new URLSearchParams({ attempt, result })}`
  const { signal } = new AbortController()
  return session.finishSocial(page, handed, {
    signal,
    appearance: { mode: 'light' },
    onFound,
  })
}

/** The user signs with their app. */
export async function signInByFarcaster(
  { relay }: ProviderHarness,
  { session, page }: Browser,
  person: FarcasterPerson,
): Promise<Caller> {
  const { url } = await session.startFarcaster(page, () => ({ mode: 'light' }))
  await relay.approve(url, person)
  await session.finishFarcaster(new AbortController().signal)
  return session.caller(page)
}
