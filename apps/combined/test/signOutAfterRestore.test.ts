/** A sign-out loses nothing that the services lack, and leaves nothing that they have. */
import {
  prepareAuthorityKey,
  retireAuthorityKey,
  rotateAuthorityKey,
} from '@latchkey/service-kit/keys/rotateAuthorityKey'
import { describe, expect, test } from 'vitest'
import { memorySessionStore } from '../../secure-frame/test/index.ts'
import { memoryStorage, type WalletChange } from '../../vault/test/index.ts'
import { createHarness, type Harness } from './harness.ts'
import {
  backUp,
  changedSince,
  email,
  fresh,
  newest,
  outcome,
  rotate,
  toPassphrase,
} from './restoredBrowsers.fixture.ts'
import { openBrowser } from './threats/browser.fixture.ts'

describe('a sign-out', () => {
  const imports: WalletChange = { kind: 'import', from: 'evmKey' }
  test.each<[string, readonly WalletChange[], boolean]>([
    ['a new key', [rotate], false],
    ['a passphrase', [toPassphrase], false],
    ['an account', [imports], false],
    ['the wallet', [], true],
    ['the wallet, a passphrase, an account and a new key', [toPassphrase, imports, rotate], true],
  ])('right after the restore loses nothing that only this browser has: %s', async (_, changes, signsUp) => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const { known, address, record } = await changedSince(harness, changes, signsUp)
    const leaving = await known()
    await leaving.session.signOut(leaving.page)
    expect(await leaving.session.isConnected(leaving.page)).toBe(false)
    expect(await newest(leaving)).toBeUndefined()

    for (const browser of [await known(), await fresh(harness)]) {
      expect(await outcome(browser)).toBe(address)
      expect(await newest(browser)).toEqual(record)
    }
  })

  test('before the restore, while the services are away, loses nothing either', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const restore = await backUp(harness)
    const profile = { email, vaultStorage: memoryStorage(), sessionStore: memorySessionStore() }
    let isAway = false
    const fetch: Harness['fetch'] = async (...input) =>
      isAway ? new Response(null, { status: 503 }) : harness.fetch(...input)
    const leaving = await openBrowser({ ...harness, fetch }, profile)
    const { address } = await leaving.signIn()
    isAway = true
    await leaving.session.signOut(leaving.page)
    await restore()
    expect(await outcome(await openBrowser(harness, profile))).toBe(address)
    expect(await outcome(await fresh(harness))).toBe(address)
  })

  test('while the services are away leaves no device share: the mailbox at that computer needs the passphrase', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const profile = { email, vaultStorage: memoryStorage(), sessionStore: memorySessionStore() }
    let isAway = false
    const fetch: Harness['fetch'] = async (...input) =>
      isAway ? new Response(null, { status: 503 }) : harness.fetch(...input)
    const leaving = await openBrowser({ ...harness, fetch }, profile)
    const caller = await leaving.signIn()
    await leaving.change(caller, toPassphrase)
    isAway = true
    await leaving.session.signOut(leaving.page)
    isAway = false
    const guessing = await openBrowser(harness, { ...profile, passphrase: 'a guess' })
    await expect(guessing.signIn()).rejects.toThrowError('The passphrase was wrong')
    expect(await outcome(await openBrowser(harness, profile))).toBe(caller.address)
  })

  test.each([false, true])(
    'leaves nothing in the browser where the services have all of it, custody’s key rotated: %s',
    async (isRotated) => {
      await using harness = await createHarness({ deviceLink: 'always' })
      const profile = { email, vaultStorage: memoryStorage(), sessionStore: memorySessionStore() }
      const first = await openBrowser(harness, profile)
      await first.change(await first.signIn(), toPassphrase)
      if (isRotated) {
        const { database, clock, kms } = harness
        const deps = { authority: 'custody' as const, database, clock, kms: kms('custody') }
        await prepareAuthorityKey(deps, 'hpke')
        clock.advance(300)
        await rotateAuthorityKey(deps, { purpose: 'hpke', leaked: false })
        clock.advance(90_000)
        await retireAuthorityKey(deps, { purpose: 'hpke', leaked: false })
        clock.advance(60)
        await harness.restart()
      }
      const browser = await openBrowser(harness, profile)
      if (isRotated) await browser.signIn()
      const { deviceId } = await browser.vault.status(undefined)
      await browser.session.signOut(browser.page)
      expect(await browser.vaultStorage.read()).toMatchObject({ ready: null, pending: null })
      expect(await browser.vaultStorage.read()).not.toHaveProperty('others')
      expect((await browser.vault.status(undefined)).deviceId).not.toBe(deviceId)
    },
  )
})
