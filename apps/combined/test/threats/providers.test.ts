import { socialNonce } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { type Claims, type Identity, signToken } from '@latchkey/service-kit/keys/tokens'
import type { FarcasterPerson } from '@latchkey/service-kit/test/farcaster/startFarcaster'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../secure-frame/test/index.ts'
import { begin, comeBack, finish } from '../social/socialLogin.ts'
import { type ProviderUser, providerUser } from '../social/startProviders.ts'
import type { TestDevice } from '../testDevice.ts'
import { type Browser, type BrowserOptions, openBrowser } from './browser.fixture.ts'
import { opensWith, takeProcess, together } from './loot.fixture.ts'
import { createProviderHarness, type ProviderHarness, signInAt, signInByFarcaster } from './providerLogin.fixture.ts'

/**
 * What an attacker gets from users who sign in with a provider (`docs/threat-model.md`), by the frame's own session and vault: one test per
 * row, as in `threats.test.ts`. Where the row says that they fail, the same attempt with the missing part succeeds. Attempts without a
 * vault are in `socialThreats.test.ts`.
 */

const dappOrigin = 'http://127.0.0.1:3000'
const refusal = (name: string) => expect.objectContaining({ name })

let harness: ProviderHarness
beforeAll(async () => {
  harness = await createProviderHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A user at one provider: how they sign in with a browser, and their identity there. */
type Person = {
  identity: Identity
  logIn(browser: Browser): Promise<Caller>
  /** They do at the provider what this URL requests, whoever made it. */
  consent(address: string): Promise<void>
}

const atProvider = (provider: 'google' | 'apple' | 'github'): Person & { self: ProviderUser } => {
  const self = providerUser()
  const issuer = harness.providers.settings[provider]?.issuer ?? ''
  return {
    self,
    identity: { provider, issuer, subject: self.id },
    logIn: (browser) => signInAt(harness, browser, provider, self),
    consent: async (uri) => void harness.providers.signIn(uri, self),
  }
}
const onFarcaster = async (): Promise<Person & { self: FarcasterPerson }> => {
  const self = await harness.farcaster.person()
  const issuer = 'eip155:10:0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
  return {
    self,
    identity: { provider: 'farcaster', issuer, subject: String(self.fid) },
    logIn: (browser) => signInByFarcaster(harness, browser, self),
    consent: async (url) => void (await harness.relay.approve(url, self)),
  }
}

/** A wallet, used on two devices; all their traffic is recorded. */
const victim = async (person: Person) => {
  const [first, second] = [await openBrowser(harness, {}), await openBrowser(harness, {})]
  const made = await person.logIn(first)
  const caller = await person.logIn(second)
  const record = await first.session.wallet(made)
  const deviceIds = await Promise.all(
    [first, second].map(async ({ vault }) => (await vault.status(undefined)).deviceId ?? ''),
  )
  return { first, second, made, caller, record, deviceIds, exchanges: [...first.exchanges, ...second.exchanges] }
}
const signingOf = async (authority: 'api' | 'custody') =>
  (await openAuthorityKeyring(authority, harness.database, harness.kms(authority))).signing

/** Custody's share for the user, released to a device that custody trusts. */
const releaseTo = async (
  thief: TestDevice,
  { record }: Awaited<ReturnType<typeof victim>>,
  { userId, custodyToken }: { userId: string; custodyToken: string },
) => {
  expect(userId).toBe(record.userId)
  const { walletId, generation, recoveryShareId } = record
  const asked = { walletId, generation, recoveryShareId }
  const { sealedShare } = await thief.client.call('releaseRecoveryShare', asked, { accessToken: custodyToken })
  return thief.open('recovery', record, sealedShare)
}

describe.each<['google' | 'apple' | 'farcaster']>([['google'], ['apple'], ['farcaster']])(
  'the api process, of who logs in by %s',
  (provider) => {
    const somebodyThere = () => (provider === 'farcaster' ? onFarcaster() : atProvider(provider))

    test('halves: the same wallet opens on another device, and nothing that went by opens it', async () => {
      const owner = await victim(await somebodyThere())
      const { first, second, made, caller, record } = owner
      expect(caller.address).toBe(made.address)
      for (const [browser, who] of [[first, made] as const, [second, caller] as const])
        expect(await browser.canSign(who)).toBe(true)
      const about = { records: [record], deviceIds: owner.deviceIds, exchanges: owner.exchanges }
      const loot = await takeProcess(harness, 'api', about)
      expect(await opensWith(record, loot)).toBe(false)
      expect(await opensWith(record, together(loot, await takeProcess(harness, 'custody', about)))).toBe(true)
    })

    test('no word that custody believes: not what went by, nor a statement of its own', async () => {
      const person = await somebodyThere()
      const { exchanges } = await victim(person)
      const thief = await harness.device()
      const shown = exchanges.filter(({ request }) => /\/(social|farcaster)\/verify$/.test(request.url))
      expect(shown).toHaveLength(2)
      for (const { body } of shown) {
        const name = provider === 'farcaster' ? 'farcasterVerify' : 'socialVerify'
        await expect(thief.client.call(name, JSON.parse(body))).rejects.toThrowError(refusal('SOCIAL_REFUSED'))
      }
      const codeChallenge = 'A'.repeat(43)
      const { deviceId, hpkePublicKey } = thief
      const nonce = await socialNonce(deviceId, hpkePublicKey, codeChallenge)
      const said = { identity: person.identity, nonce, purpose: 'login' } as Claims<'socialStatement'>
      const statement = await signToken('socialStatement', said, await signingOf('api'), harness.clock)
      const proof = { kind: 'statement', statement } as const
      for (const claimed of ['google', 'apple', 'github'] as const)
        await expect(
          thief.client.call('socialVerify', { provider: claimed, codeChallenge, proof }),
        ).rejects.toThrowError(refusal('SOCIAL_REFUSED'))
    })

    test('no consent for a device of its own by the address that the user is given: custody looks at it', async () => {
      const person = await somebodyThere()
      const owner = await victim(person)
      const thief = await harness.device()
      const trap = await setTrap(thief, provider)
      const lured = await openBrowser(harness, { meddle: trap.meddle })
      await expect(person.logIn(lured)).rejects.toThrowError(refusal('SOCIAL_REFUSED'))

      // A user who went there anyway would have given custody's share away.
      const taken = await trap.spring(person)
      expect(await releaseTo(thief, owner, taken)).toHaveLength(33)
    })
  },
)

describe.each<['google' | 'apple']>([['google'], ['apple']])(
  'the api process, of who logs in by %s on a new browser: it hands the frame the answer of an account of its own',
  (provider) => {
    const setUp = async () => {
      const victimsEmail = `${crypto.randomUUID()}@example.com`
      const attacker = providerUser()
      // The attacker has used that account, and its wallet, before.
      const own = await signInAt(harness, await openBrowser(harness, {}), provider, attacker)
      return { victimsEmail, attacker, own }
    }
    const heldBy = async ({ vaultStorage, sessionStore }: Browser) => {
      const { ready, pending } = await vaultStorage.read()
      return [ready, pending, (await sessionStore.read()).session]
    }

    test('no wallet of its own, under the address of the user: custody has read another in the answer', async () => {
      const { victimsEmail, attacker } = await setUp()
      const browser = await openBrowser(harness, {
        meddle: (path, answer) =>
          path === '/account/v1/session' ? JSON.stringify({ ...JSON.parse(answer), email: victimsEmail }) : answer,
      })
      await expect(signInAt(harness, browser, provider, attacker)).rejects.toThrowError(refusal('ACCOUNT_MISMATCH'))
      expect(await heldBy(browser)).toEqual([null, null, null])
    })

    test('no wallet of its own, under its own address: the user is shown that address, and says no', async () => {
      const { attacker } = await setUp()
      const browser = await openBrowser(harness, {})
      const asked: unknown[] = []
      const no: Parameters<typeof signInAt>[4] = async (question) => {
        asked.push([question.kind, question.email])
        throw new AppError('USER_REJECTED')
      }
      await expect(signInAt(harness, browser, provider, attacker, no)).rejects.toThrowError(refusal('USER_REJECTED'))
      expect(asked).toEqual([['newHere', attacker.email]])
      expect(await heldBy(browser)).toEqual([null, null, null])
    })

    test('a user who says that it is theirs is not asked again in that browser', async () => {
      const self = providerUser()
      const browser = await openBrowser(harness, {})
      const { address } = await signInAt(harness, browser, provider, self)
      const never: Parameters<typeof signInAt>[4] = () => Promise.reject(new Error('asked'))
      expect((await signInAt(harness, browser, provider, self, never)).address).toBe(address)
    })
  },
)

/** The thief's own attempt, and an api that sends others to it. */
async function setTrap(thief: TestDevice, provider: 'google' | 'apple' | 'farcaster') {
  const swap = (path: string, field: string, address: string): NonNullable<BrowserOptions['meddle']> => {
    return (asked, answer) => (asked === path ? JSON.stringify({ ...JSON.parse(answer), [field]: address }) : answer)
  }
  if (provider === 'farcaster') {
    const { attemptId, url } = await thief.client.call('farcasterStart', { dappOrigin })
    return {
      meddle: swap('/account/v1/farcaster/start', 'url', url),
      async spring(person: Person) {
        await person.consent(url)
        const told = await thief.client.call('farcasterStatus', { attemptId })
        if (told.status !== 'signed') throw new Error(told.status)
        const { message, signature } = told
        return thief.client.call('farcasterVerify', { attemptId, message, signature })
      },
    }
  }
  const started = await begin(thief, provider)
  return {
    meddle: swap('/account/v1/social/start', 'uri', started.uri),
    async spring({ self }: Person & { self?: ProviderUser }) {
      const { result = '' } = await comeBack(harness, harness.providers.signIn(started.uri, self ?? providerUser()))
      const { proof } = await finish(thief, started, result)
      const { codeChallenge } = started
      return thief.client.call('socialVerify', { provider, codeChallenge, proof })
    },
  }
}

describe('the api process, of who logs in by a provider that signs nothing', () => {
  test('the wallet: its word is all that custody has', async () => {
    const person = atProvider('github')
    const owner = await victim(person)
    const thief = await harness.device()
    const codeChallenge = 'A'.repeat(43)
    const nonce = await socialNonce(thief.deviceId, thief.hpkePublicKey, codeChallenge)
    const said = { identity: person.identity, nonce, purpose: 'login' } as Claims<'socialStatement'>
    const statement = await signToken('socialStatement', said, await signingOf('api'), harness.clock)
    const proof = { kind: 'statement', statement } as const
    const taken = await thief.client.call('socialVerify', { provider: 'github', codeChallenge, proof })
    const share = await releaseTo(thief, owner, taken)
    const about = { records: [owner.record], deviceIds: owner.deviceIds, exchanges: owner.exchanges }
    const loot = await takeProcess(harness, 'api', about)
    expect(await opensWith(owner.record, loot)).toBe(false)
    expect(await opensWith(owner.record, together(loot, { clear: [share], raw: [] }))).toBe(true)
    // The user can see it in the log.
    const { entries } = await thief.client.call('custodyAuditLog', {}, { accessToken: taken.custodyToken })
    expect(entries.map(({ event }) => event).slice(0, 2)).toEqual(['recovery share released', 'social login accepted'])
  })
})

describe('the custody process, of who logs in by Farcaster', () => {
  test('no session at the api, which has to see the device prove the identity itself', async () => {
    const person = await onFarcaster()
    const { record } = await victim(person)
    const thief = await harness.device()
    const grant: Claims<'apiGrant'> = {
      sub: record.userId,
      jti: crypto.randomUUID(),
      email: null,
      identity: person.identity,
      purpose: 'login',
      auth_time: harness.clock.now().getTime() / 1000,
      cnf: { jkt: thief.deviceId },
      hpke: thief.hpkePublicKey,
    }
    const enter = async (claims: Claims<'apiGrant'>) => {
      const apiGrant = await signToken('apiGrant', claims, await signingOf('custody'), harness.clock)
      return thief.client.call('startSession', { apiGrant, dappOrigin })
    }
    await expect(enter(grant)).rejects.toThrowError(refusal('SESSION_EXPIRED'))
    // Nor with an identity that the thief can prove: custody's statement can't transfer an account.
    const own = await onFarcaster()
    const { attemptId, url } = await thief.client.call('farcasterStart', { dappOrigin })
    await own.consent(url)
    expect(await thief.client.call('farcasterStatus', { attemptId })).toMatchObject({ status: 'signed' })
    const asOwn = { ...grant, jti: crypto.randomUUID(), identity: own.identity }
    await expect(enter(asOwn)).rejects.toThrowError(refusal('SESSION_EXPIRED'))
  })
})

describe('a listed dapp, or script in it, during a login by Farcaster', () => {
  test('nothing of the message for an attempt of the frame, whose nonce is of another device', async () => {
    const person = await onFarcaster()
    const browser = await openBrowser(harness, {})
    const { url } = await browser.session.startFarcaster(browser.page)
    const proof = await harness.relay.approve(url, person.self)
    const dapp = await harness.device()
    const taken = dapp.client.call('farcasterVerify', { attemptId: crypto.randomUUID(), ...proof })
    await expect(taken).rejects.toThrowError(refusal('SOCIAL_REFUSED'))
  })

  test('may show a link for an attempt of its own, with which the user signs for its device', async () => {
    const person = await onFarcaster()
    const owner = await victim(person)
    const dapp = await harness.device()
    const taken = await (await setTrap(dapp, 'farcaster')).spring(person)
    expect(await releaseTo(dapp, owner, taken)).toHaveLength(33)
  })
})
