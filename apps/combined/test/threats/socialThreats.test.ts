import { type SocialProof, type SocialProvider, socialNonce } from '@latchkey/api-client'
import { isOidcProvider } from '@latchkey/protocol/loginProviders'
import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { signToken } from '@latchkey/service-kit/keys/tokens'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  begin,
  comeBack,
  createSocialHarness,
  finish,
  logInAt,
  page,
  prove,
  type SocialHarness,
} from '../social/socialLogin.ts'
import { type ProviderUser, playedProviders, providerUser } from '../social/startProviders.ts'
import type { TestDevice } from '../testDevice.ts'

/**
 * What an attacker gets from users who sign in with a provider (`docs/threat-model.md`): one test per row. Where the row says that they get
 * something, they do.
 */

let harness: SocialHarness
let person: ProviderUser
let thief: TestDevice
beforeEach(async () => {
  harness = await createSocialHarness({ deviceLink: 'always' })
  person = providerUser()
  thief = await harness.device()
})
afterEach(() => harness[Symbol.asyncDispose]())

const victimAt = async (provider: SocialProvider) => {
  const device = await harness.device()
  const login = await logInAt(harness, device, provider, person)
  return { ...login, device, record: await device.enrol(login) }
}
const codeChallenge = 'A'.repeat(43)
const nonceOf = ({ deviceId, hpkePublicKey }: TestDevice) => socialNonce(deviceId, hpkePublicKey, codeChallenge)
/** Statements that the api's own key can make to custody, about any user, at any time. */
const stated = async (provider: SocialProvider): Promise<SocialProof> => {
  const { signing } = await openAuthorityKeyring('api', harness.database, harness.kms('api'))
  const identity = { provider, issuer: harness.providers.issuerOf(provider), subject: person.id }
  const claims = { identity, nonce: await nonceOf(thief), purpose: 'login' } as const
  return { kind: 'statement', statement: await signToken('socialStatement', claims, signing, harness.clock) }
}
const showCustody = (device: TestDevice, provider: SocialProvider, proof: SocialProof, challenge = codeChallenge) =>
  device.client.call('socialVerify', { provider, codeChallenge: challenge, proof })

describe('the api process', () => {
  test.each(playedProviders.filter((id) => !isOidcProvider(id)))(
    'of people of %s: custody’s half, on its own word, whether or not they log in',
    async (provider) => {
      const { userId, record } = await victimAt(provider)
      const { userId: found, custodyToken } = await showCustody(thief, provider, await stated(provider))
      expect(found).toBe(userId)
      const { walletId, generation, recoveryShareId } = record
      const share = { walletId, generation, recoveryShareId }
      const released = thief.client.call('releaseRecoveryShare', share, { accessToken: custodyToken })
      expect(await released).toHaveProperty('sealedShare')
    },
  )

  test.each(playedProviders.filter(isOidcProvider))(
    'of people of %s: nothing by its own word, nor by what it has seen go by',
    async (provider) => {
      const { device, started, finished } = await victimAt(provider)
      const refused = { name: 'SOCIAL_REFUSED' }
      await expect(showCustody(thief, provider, await stated(provider))).rejects.toMatchObject(refused)
      for (const challenge of [codeChallenge, started.codeChallenge])
        await expect(showCustody(thief, provider, finished.proof, challenge)).rejects.toMatchObject(refused)
      // Nor does it count again where it belongs.
      await expect(showCustody(device, provider, finished.proof, started.codeChallenge)).rejects.toMatchObject({
        name: 'SOCIAL_EXPIRED',
      })
    },
  )

  test('while somebody comes back from Google: custody’s half, by sending their window there again for a device of its own', async () => {
    const { userId } = await victimAt('google')
    // The provider does not ask again: the window is on the api's own address, and may go anywhere.
    const own = await begin(thief, 'google')
    const { result = '' } = await comeBack(harness, harness.providers.signIn(own.uri, person))
    const { proof } = await finish(thief, own, result)
    expect((await showCustody(thief, 'google', proof, own.codeChallenge)).userId).toBe(userId)
  })
})

describe('a listed dapp, during a login by a provider', () => {
  test('may open the window for an attempt on a device of its own; what comes of another attempt is worth nothing to it', async () => {
    const { userId } = await victimAt('google')
    const honest = await harness.device()
    const { started, result } = await (async () => {
      const begun = await begin(honest, 'google')
      const back = await comeBack(harness, harness.providers.signIn(begun.uri, person))
      return { started: begun, result: back.result ?? '' }
    })()
    // Everything that passes through the page of an honest attempt.
    await expect(finish(thief, started, result)).rejects.toMatchObject({ name: 'SOCIAL_EXPIRED' })
    await finish(honest, started, result)
    const own = await logInAt(harness, thief, 'google', person, { projectId: 'demo', dappOrigin: page })
    expect(own.userId).toBe(userId)
  })
})

describe('a page that is not listed', () => {
  test('gets no attempt, and no window that was made for another page says anything to it', async () => {
    await expect(begin(thief, 'google', { dappOrigin: 'https://evil.example' })).rejects.toMatchObject({
      name: 'ORIGIN_NOT_ALLOWED',
    })
    const started = await begin(thief, 'google')
    const { origin } = await comeBack(harness, harness.providers.signIn(started.uri, person))
    expect(origin).toBe(page)
  })
})

describe('a stolen client secret', () => {
  test('exchanges no code without the verifier of its attempt', async () => {
    const victim = await harness.device()
    const started = await begin(victim, 'github')
    const { url } = harness.providers.signIn(started.uri, person)
    const { github } = harness.providers.settings
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(url).searchParams.get('code') ?? '',
      redirect_uri: 'http://api.test:3002/account/v1/social/callback/github',
      client_id: github?.clientId ?? '',
      client_secret: github?.clientSecret ?? '',
      code_verifier: 'A'.repeat(43),
    })
    const answer = await fetch(github?.tokenUrl ?? '', { method: 'POST', body })
    expect(await answer.json()).toEqual({ error: 'bad_verification_code' })
  })
})

describe('custody process', () => {
  test('no session at the api by an identity that this device has not proved there', async () => {
    const { userId } = await victimAt('google')
    const { signing } = await openAuthorityKeyring('custody', harness.database, harness.kms('custody'))
    const identity = { provider: 'google', issuer: harness.providers.issuerOf('google'), subject: person.id } as const
    const grantFor = (of: typeof identity) => ({
      sub: userId,
      jti: crypto.randomUUID(),
      email: null,
      identity: of,
      purpose: 'login' as const,
      auth_time: harness.clock.now().getTime() / 1000,
      cnf: { jkt: thief.deviceId },
      hpke: thief.hpkePublicKey,
    })
    const enter = async (of: typeof identity) => {
      const apiGrant = await signToken('apiGrant', grantFor(of), signing, harness.clock)
      return thief.client.call('startSession', { apiGrant, dappOrigin: page })
    }
    const refused = { name: 'SESSION_EXPIRED' }
    await expect(enter(identity)).rejects.toMatchObject(refused)
    // Nor by one that the thief has really proved, and that is not the account's.
    const own = providerUser()
    await prove(harness, thief, 'google', own)
    await expect(enter({ ...identity, subject: own.id })).rejects.toMatchObject(refused)
  })
})
