/** The effects of an epoch, which begins when a database is restored from a backup. */
import { randomUUID } from 'node:crypto'
import { beginEpoch } from '@latchkey/service-kit/db/beginEpoch'
import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { prepareAuthorityKey } from '@latchkey/service-kit/keys/rotateAuthorityKey'
import { signToken } from '@latchkey/service-kit/keys/tokens'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { confirm, createHarness, type Harness, logIn } from './harness.ts'
import type { TestDevice } from './testDevice.ts'

const email = 'ada@example.com'
const dappOrigin = 'http://127.0.0.1:3000'
const expired = { name: 'SESSION_EXPIRED' }

const withLinks = () => createHarness({ deviceLink: 'always' })
const approve = async (harness: Harness, device: TestDevice): Promise<void> => {
  harness.clock.advance(31)
  const { link } = await device.client.call('startDeviceLink', { dappOrigin, email })
  if (link === null) throw new Error('no link is due')
  await (await harness.device()).client.call('approveDevice', { token: harness.mailbox.linkTokenFor(email) })
}
/** Runs a whole sign-in on a device that the api does not know. */
const signIn = async (harness: Harness, device: TestDevice) => {
  await approve(harness, device)
  return logIn(harness, device, email)
}
const beginAgain = async (harness: Harness): Promise<void> => {
  harness.clock.advance(1)
  await beginEpoch(harness.database, harness.clock.now())
  await harness.restart()
}
const eventsOf = async ({ client }: TestDevice, accessToken: string) =>
  (await client.call('apiAuditLog', {}, { accessToken })).entries.map(({ event }) => event)

describe('after a restore', () => {
  test('every earlier session is over at both authorities, whichever token it presents', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    const { accessToken, refreshToken, custodyToken } = await signIn(harness, device)
    await beginAgain(harness)
    const { client } = device
    await expect(client.call('getWallet', {}, { accessToken })).rejects.toMatchObject(expired)
    await expect(client.call('refreshSession', { refreshToken })).rejects.toMatchObject(expired)
    await expect(client.call('custodyAuditLog', {}, { accessToken: custodyToken })).rejects.toMatchObject(expired)
  })

  test('earlier codes, links and grants are void', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    await approve(harness, device)
    const { attemptId } = await device.startEmail(email)
    const { apiGrant } = await device.client.call('emailVerify', { attemptId, code: harness.mailbox.codeFor(email) })
    const other = await harness.device()
    harness.clock.advance(31)
    const second = await other.startEmail(email)
    const code = harness.mailbox.codeFor(email)
    await other.client.call('startDeviceLink', { dappOrigin, email })
    const token = harness.mailbox.linkTokenFor(email)
    await beginAgain(harness)
    await expect(device.client.call('startSession', { apiGrant, dappOrigin })).rejects.toMatchObject(expired)
    await expect(other.client.call('emailVerify', { attemptId: second.attemptId, code })).rejects.toMatchObject({
      name: 'OTP_EXPIRED',
    })
    await expect(other.client.call('approveDevice', { token })).rejects.toMatchObject({ name: 'LINK_INVALID' })
  })

  test('an approval of the last half hour is void', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    await approve(harness, device)
    await beginAgain(harness)
    harness.clock.advance(31)
    await expect(logIn(harness, device, email)).rejects.toMatchObject({ name: 'DEVICE_NOT_APPROVED' })
  })

  test.each(['api', 'custody'] as const)(
    'no signing key of the backup of %s signs or is accepted',
    async (authority) => {
      await using harness = await withLinks()
      const { clock, database } = harness
      const device = await harness.device()
      const { userId } = await signIn(harness, device)
      const deps = { authority, database, clock, kms: harness.kms(authority) }
      await prepareAuthorityKey(deps, 'signing')
      const before = await openAuthorityKeyring(authority, database, deps.kms, clock)
      const { privateKey, kid } = before.signing
      await beginAgain(harness)

      clock.advance(31)
      const after = await device.client.call(authority === 'api' ? 'apiKeys' : 'custodyKeys', {})
      expect(after.signingKeys).toHaveLength(1)
      expect(before.published.signingKeys?.map((key) => key.kid)).not.toContain(after.signingKey.kid)
      // Shares that browsers have sealed since the backup, and send again, still open.
      expect(after.hpkePublicKey).toBe(before.published.hpkePublicKey)
      const signer = { privateKey, kid }
      const cnf = { jkt: device.deviceId }
      if (authority === 'custody') {
        const accessToken = await signToken('custodyToken', { sub: userId, cnf }, signer, clock)
        await expect(device.client.call('custodyAuditLog', {}, { accessToken })).rejects.toMatchObject(expired)
        return
      }
      const { accessToken } = await signIn(harness, device)
      const { sid, pid } = decodeJwt<{ sid: string; pid: string }>(accessToken)
      const claims = { sub: userId, sid, pid, auth_time: Math.floor(clock.now().getTime() / 1000), cnf }
      const forged = await signToken('accessToken', claims, signer, clock)
      await device.client.call('getWallet', {}, { accessToken })
      await expect(device.client.call('getWallet', {}, { accessToken: forged })).rejects.toMatchObject(expired)
    },
  )

  test('a device needs link and code again, and then gets its own share', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    const { wallet } = await signIn(harness, device)
    await beginAgain(harness)
    harness.clock.advance(31)
    await expect(logIn(harness, device, email)).rejects.toMatchObject({ name: 'DEVICE_NOT_APPROVED' })
    const { accessToken } = await signIn(harness, device)
    expect(await device.unlock(accessToken)).toBe(wallet.addresses.eip155[0])
    expect(await eventsOf(device, accessToken)).not.toContain('recovery used')
    // Once is enough.
    harness.clock.advance(31)
    await logIn(harness, device, email)
  })

  test('tokens signed since are valid', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    await beginAgain(harness)
    const { accessToken, custodyToken, wallet } = await signIn(harness, device)
    expect(await device.unlock(accessToken)).toBe(wallet.addresses.eip155[0])
    await device.client.call('custodyAuditLog', {}, { accessToken: custodyToken })
  })
})

describe('a device from before the restore', () => {
  const outdated = { name: 'WALLET_OUTDATED' }
  const report = (device: TestDevice, accessToken: string, walletId: string, revision: number) =>
    device.client.call('reportDevice', { wallet: { walletId, revision }, revokedDeviceIds: [] }, { accessToken })
  const signInAfterRestore = async (harness: Harness) => {
    const device = await harness.device()
    await signIn(harness, device)
    await beginAgain(harness)
    const login = await signIn(harness, device)
    return { device, login, walletId: login.wallet.walletId }
  }

  test('with a later revision keeps recovery shares in until the services have that revision', async () => {
    await using harness = await withLinks()
    const { device, login, walletId } = await signInAfterRestore(harness)
    await report(device, login.accessToken, walletId, 2)

    const newest = await harness.device()
    await expect(signIn(harness, newest)).rejects.toMatchObject(outdated)
    expect(await device.unlock(login.accessToken)).toBe(login.wallet.addresses.eip155[0])
    await device.change('import', login)
    harness.clock.advance(31)
    await logIn(harness, newest, email)
  })

  test('reports only about its own user’s wallet and only after a restore; a later device cannot', async () => {
    await using harness = await withLinks()
    const device = await harness.device()
    const { accessToken, wallet } = await signIn(harness, device)
    // Nothing was restored.
    await report(device, accessToken, wallet.walletId, 9)
    await signIn(harness, await harness.device())

    await beginAgain(harness)
    const late = await harness.device()
    const second = await signIn(harness, late)
    await report(late, second.accessToken, wallet.walletId, 9)
    await signIn(harness, await harness.device())
    const login = await signIn(harness, device)
    await report(device, login.accessToken, randomUUID(), 9)
    await report(device, login.accessToken, wallet.walletId, 1)
    await signIn(harness, await harness.device())
  })

  test('reports within five minutes of a proof, for at most eight revisions, with a log entry', async () => {
    await using harness = await withLinks()
    const { device, login, walletId } = await signInAfterRestore(harness)
    harness.clock.advance(301)
    await expect(report(device, login.accessToken, walletId, 2_000_000_000)).rejects.toMatchObject({
      name: 'STEP_UP_REQUIRED',
    })
    await confirm(harness, device, email, login.accessToken)
    await report(device, login.accessToken, walletId, 2_000_000_000)
    await report(device, login.accessToken, walletId, 2_000_000_000)
    const events = await eventsOf(device, login.accessToken)
    expect(events.filter((event) => event === 'later wallet reported')).toHaveLength(1)

    // The wallet's own key ends a false report.
    await expect(signIn(harness, await harness.device())).rejects.toMatchObject(outdated)
    for (let change = 0; change < 8; change++) await device.change('import', login)
    await signIn(harness, await harness.device())
  })

  test('keeps recovery shares in for at most 14 days, however often it reports', async () => {
    await using harness = await withLinks()
    const { device, login, walletId } = await signInAfterRestore(harness)
    await report(device, login.accessToken, walletId, 3)
    harness.clock.advance(13 * 24 * 60 * 60)
    await expect(signIn(harness, await harness.device())).rejects.toMatchObject(outdated)
    for (const revision of [3, 4, 9]) {
      harness.clock.advance(31)
      await report(device, (await logIn(harness, device, email)).accessToken, walletId, revision)
    }
    harness.clock.advance(24 * 60 * 60)
    expect((await signIn(harness, await harness.device())).wallet).toEqual(login.wallet)
  })

  test('that reported to a release without timestamps stops keeping them 14 days after its next report', async () => {
    await using harness = await withLinks()
    const { device, login, walletId } = await signInAfterRestore(harness)
    await report(device, login.accessToken, walletId, 3)
    await harness.database.migrate(['UPDATE latchkey_api.wallets SET reported_at = NULL'])
    harness.clock.advance(20 * 24 * 60 * 60)
    await expect(signIn(harness, await harness.device())).rejects.toMatchObject(outdated)
    harness.clock.advance(31)
    await report(device, (await logIn(harness, device, email)).accessToken, walletId, 3)
    harness.clock.advance(14 * 24 * 60 * 60)
    expect((await signIn(harness, await harness.device())).wallet).toEqual(login.wallet)
  })

  test('that revoked another device revokes it again, unless it has signed in since', async () => {
    await using harness = await withLinks()
    const [device, thief, phone] = [await harness.device(), await harness.device(), await harness.device()]
    for (const each of [device, thief, phone]) await signIn(harness, each)
    await beginAgain(harness)
    const { accessToken } = await signIn(harness, device)
    await signIn(harness, phone)
    const revokedDeviceIds = [thief.deviceId, phone.deviceId]
    await device.client.call('reportDevice', { revokedDeviceIds }, { accessToken })
    const { devices } = await device.client.call('listDevices', {}, { accessToken })
    expect(devices.map(({ deviceId }) => deviceId).toSorted()).toEqual([device.deviceId, phone.deviceId].toSorted())
    const shares = await harness.database.transaction('api', (sql) => sql`SELECT device_id FROM auth_shares`)
    expect(shares).toHaveLength(2)
  })
})

test('custody takes no recovery share again that it has dropped, until an epoch begins', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const login = await logIn(harness, device, email)
  const record = await device.change('recovery', login)
  const offer = (custodyToken: string) => device.offerAnything(login.wallet, custodyToken)
  await expect(offer(login.custodyToken)).rejects.toMatchObject({ name: 'SHARE_INVALID' })
  await beginAgain(harness)
  harness.clock.advance(31)
  const again = await logIn(harness, device, email)
  expect(again.wallet).toEqual(record)
  expect(await offer(again.custodyToken)).toHaveProperty('receipt')
})

describe('a user whose records custody has lost', () => {
  const lose = (harness: Harness) =>
    harness.database.migrate([
      'TRUNCATE latchkey_custody.people, latchkey_custody.known_devices, latchkey_custody.wallet_owners, latchkey_custody.recovery_shares, latchkey_custody.identities, latchkey_custody.email_undos CASCADE',
    ])

  test('is the same user at the next sign-in', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { userId, wallet } = await logIn(harness, device, email)
    await lose(harness)
    harness.clock.advance(31)
    const again = await logIn(harness, device, email)
    expect([again.userId, again.wallet]).toEqual([userId, wallet])
  })

  test('is not mistaken for the user who had that address before', async () => {
    await using harness = await createHarness()
    const { userId } = await logIn(harness, await harness.device(), email)
    await harness.database.migrate(["UPDATE latchkey_custody.people SET email = 'new@example.com'"])
    const device = await harness.device()
    const { attemptId } = await device.startEmail(email)
    const answer = await device.client.call('emailVerify', { attemptId, code: harness.mailbox.codeFor(email) })
    expect(answer.userId).not.toBe(userId)
  })

  test('has an id that only the keys of this custody produce', async () => {
    await using one = await createHarness()
    await using other = await createHarness()
    const ids = [
      (await logIn(one, await one.device(), email)).userId,
      (await logIn(other, await other.device(), email)).userId,
    ]
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })
})
