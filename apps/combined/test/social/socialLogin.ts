import { createHash, randomBytes } from 'node:crypto'
import { type EndpointRequest, type LoginPurpose, type SocialProvider, walletProjectId } from '@latchkey/api-client'
import { addresses, createHarness, type Harness, type HarnessOptions } from '../harness.ts'
import type { TestDevice } from '../testDevice.ts'
import { type ProviderUser, type Return, startProviders, type TestProviders } from './startProviders.ts'

export const page = 'http://127.0.0.1:3000'
/** The wallet's own page, where users confirm and link. */
export const ownPage = { projectId: walletProjectId, dappOrigin: addresses.walletOrigin }

/** Both authorities, and their configured providers. */
export type SocialHarness = Harness & { providers: TestProviders }

export async function createSocialHarness(options: HarnessOptions = {}): Promise<SocialHarness> {
  let harness: Harness | null = null
  const providers = await startProviders({ now: () => harness?.clock.now() ?? new Date() })
  harness = await createHarness({ social: providers.settings, fetch: globalThis.fetch, ...options })
  const { [Symbol.asyncDispose]: dispose } = harness
  return {
    ...harness,
    providers,
    async [Symbol.asyncDispose]() {
      await dispose()
      await providers[Symbol.asyncDispose]()
    },
  }
}

export type Started = {
  attemptId: string
  uri: string
  state: string
  number: string
  codeVerifier: string
  codeChallenge: string
  provider: SocialProvider
}

export async function begin(
  { client }: Pick<TestDevice, 'client'>,
  provider: SocialProvider,
  about: { purpose?: LoginPurpose; projectId?: string; dappOrigin?: string } = {},
): Promise<Started> {
  const codeVerifier = randomBytes(32).toString('base64url')
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const started = await client.call('socialStart', { dappOrigin: page, provider, codeChallenge, ...about })
  return { ...started, codeVerifier, codeChallenge, provider }
}

/** Follows the provider's redirect to the api and on to the wallet's page: returns the data that this page reads. */
export async function comeBack(
  harness: Harness,
  { url, form }: Return,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const init: RequestInit = form === null ? { headers } : { headers, method: 'POST', body: form }
  const response = await harness.fetch(url, { ...init, redirect: 'manual' })
  const location = new URL(response.headers.get('location') ?? '')
  if (response.status !== 303 || `${location.origin}${location.pathname}` !== `${addresses.walletOrigin}/social`)
    throw new Error(`sent to ${location}`)
  if (response.headers.get('cache-control') !== 'no-store') throw new Error('kept')
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
}

export const finish = (
  { client }: Pick<TestDevice, 'client'>,
  { attemptId, codeVerifier }: Started,
  result: string | null,
  changes: Partial<EndpointRequest<'socialFinish'>> = {},
) => client.call('socialFinish', { attemptId, codeVerifier, result, ...changes })

/** Signs in at the provider and returns, up to the input for custody. */
export async function prove(
  harness: SocialHarness,
  device: Pick<TestDevice, 'client'>,
  provider: SocialProvider,
  person: ProviderUser,
  about: Parameters<typeof begin>[2] = {},
) {
  const started = await begin(device, provider, about)
  const { result = '' } = await comeBack(harness, harness.providers.signIn(started.uri, person))
  return { started, result, finished: await finish(device, started, result) }
}

/** Runs a whole sign-in. */
export async function logInAt(
  harness: SocialHarness,
  device: TestDevice,
  provider: SocialProvider,
  person: ProviderUser,
  about: { projectId?: string; dappOrigin?: string } = {},
) {
  const { started, result, finished } = await prove(harness, device, provider, person, about)
  const { codeChallenge } = started
  const { userId, apiGrant, custodyToken } = await device.client.call('socialVerify', {
    provider,
    codeChallenge,
    proof: finished.proof,
  })
  const session = await device.client.call('startSession', { apiGrant, dappOrigin: page, ...about })
  const { accessToken, refreshToken } = session.tokens
  return { ...session, userId, custodyToken, accessToken, refreshToken, started, result, finished }
}

/** A session's user proves themselves at a provider again. */
export async function confirmAt(
  harness: SocialHarness,
  device: TestDevice,
  provider: SocialProvider,
  person: ProviderUser,
  accessToken: string,
) {
  const purpose = 'confirmation'
  const { started, finished } = await prove(harness, device, provider, person, { purpose, ...ownPage })
  const { codeChallenge } = started
  const asked = { provider, codeChallenge, proof: finished.proof, purpose } as const
  const { apiGrant } = await device.client.call('socialVerify', asked)
  await device.client.call('confirmSession', { apiGrant }, { accessToken })
}

/** Adds a login to the account of a session. */
export async function linkAt(
  harness: SocialHarness,
  device: TestDevice,
  provider: SocialProvider,
  person: ProviderUser,
  { accessToken, custodyToken }: { accessToken: string; custodyToken: string },
) {
  const { started, finished } = await prove(harness, device, provider, person, { purpose: 'link', ...ownPage })
  const { codeChallenge } = started
  const asked = { provider, codeChallenge, proof: finished.proof }
  const { apiGrant } = await device.client.call('linkIdentity', asked, { accessToken: custodyToken })
  await device.client.call('linkLogin', { apiGrant }, { accessToken })
}

/** Returns everything that a sign-in could have made. */
export const madeBy = async ({ database }: Harness) => {
  const api = await database.transaction(
    'api',
    (sql) => sql`
    SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM sessions) AS sessions,
      (SELECT count(*)::int FROM devices) AS devices, (SELECT count(*)::int FROM user_logins) AS logins,
      (SELECT count(*)::int FROM proved_identities) AS proved`,
  )
  const custody = await database.transaction(
    'custody',
    (sql) => sql`
    SELECT (SELECT count(*)::int FROM people) AS people, (SELECT count(*)::int FROM identities) AS identities`,
  )
  return { ...api[0], ...custody[0] }
}

/** Returns a user's log at the api, newest first. */
export const eventsOf = async ({ database }: Harness, userId: string): Promise<string[]> => {
  const rows = await database.transaction(
    'api',
    (sql) => sql<{ event: string }>`SELECT event FROM audit_log WHERE user_id = ${userId} ORDER BY entry_id DESC`,
  )
  return rows.map(({ event }) => event)
}

/**
 * Runs a sign-in up to the wallet frame's query for the address's account: returns the input for custody, and the account that it names.
 */
export async function arriveAt(
  harness: SocialHarness,
  device: TestDevice,
  provider: SocialProvider,
  person: ProviderUser,
  about: Parameters<typeof begin>[2] = {},
) {
  const { started, finished } = await prove(harness, device, provider, person, about)
  const login = { provider, codeChallenge: started.codeChallenge, proof: finished.proof }
  return { login, ...(await device.client.call('findAccount', login)) }
}

/** Links a pending login to the account that its user has proved since. */
export async function linkArrived(
  { client }: TestDevice,
  login: EndpointRequest<'findAccount'>,
  { accessToken, custodyToken }: { accessToken: string; custodyToken: string },
) {
  const atCustody = (atSignIn: 'check' | 'keep') =>
    client.call('linkIdentity', { ...login, atSignIn }, { accessToken: custodyToken })
  const { apiGrant } = await atCustody('check')
  await client.call('linkLogin', { apiGrant }, { accessToken })
  await atCustody('keep')
}
