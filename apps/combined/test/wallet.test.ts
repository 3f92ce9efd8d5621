import { sealShare } from '@latchkey/api-client/sealing'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { createHarness, type Harness, logIn } from './harness.ts'
import { type Login, newShareNonce, signChange, type TestDevice } from './testDevice.ts'

const email = 'ada@example.com'

/** Signed in without a wallet; with a prepared one. */
const setUp = async (harness: Harness, device: TestDevice, of = email) => {
  const { attemptId } = await device.startEmail(of)
  const login = await device.finishLogin(attemptId, harness.mailbox.codeFor(of))
  return { login, made: await device.makeWallet(login.userId) }
}
type Made = Awaited<ReturnType<TestDevice['makeWallet']>>

const keep = (device: TestDevice, { custodyToken }: Login, { record, sealedRecoveryShare }: Made) =>
  device.putRecoveryShare(record, sealedRecoveryShare, custodyToken)
const commit = (device: TestDevice, { accessToken }: Login, made: Made, receipt: string, change: object = {}) => {
  const { record, addressProofs, sealedAuthShare, sealedRecoveryAuthShare } = made
  return device.client.call(
    'createWallet',
    { record, addressProofs, sealedAuthShare, sealedRecoveryAuthShare, receipt, ...change },
    { accessToken },
  )
}
const counts = (harness: Harness) =>
  harness.database.transaction('api', async (sql) => {
    const [row] = await sql`
      SELECT (SELECT count(*)::int FROM wallets) AS wallets, (SELECT count(*)::int FROM auth_shares) AS auth,
        (SELECT count(*)::int FROM recovery_auth_shares) AS recovery`
    return row
  })

describe('creating a wallet', () => {
  test('again with the same wallet answers the same, and changes nothing', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { login, made } = await setUp(harness, device)
    const [first, second] = [await keep(device, login, made), await keep(device, login, made)]
    const { wallet } = await commit(device, login, made, first.receipt)
    expect((await commit(device, login, made, second.receipt)).wallet).toEqual(wallet)
    expect(await counts(harness)).toEqual({ wallets: 1, auth: 1, recovery: 1 })
  })

  test('another one is refused', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { login, made } = await setUp(harness, device)
    await commit(device, login, made, (await keep(device, login, made)).receipt)
    const other = await device.makeWallet(login.userId)
    await expect(commit(device, login, other, (await keep(device, login, other)).receipt)).rejects.toMatchObject({
      name: 'WALLET_EXISTS',
    })
    const record = { ...made.record, addresses: { ...made.record.addresses, eip155: [`0x${'1'.repeat(40)}`] } }
    await expect(
      commit(device, login, { ...made, record }, (await keep(device, login, made)).receipt),
    ).rejects.toMatchObject({ name: 'SHARE_INVALID' })
    expect(await counts(harness)).toEqual({ wallets: 1, auth: 1, recovery: 1 })
  })

  test('with changes that it has not signed itself is refused', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { login, made } = await setUp(harness, device)
    const { receipt } = await keep(device, login, made)
    const record = { ...made.record, revision: 2, recoveryShareId: crypto.randomUUID() }
    const signature = await signChange(made.record, record, [new Uint8Array(32).fill(7)])
    for (const [changes, name] of [
      [[{ record, signature }], 'SHARE_INVALID'],
      [[{ record: { ...record, revision: 3 }, signature }], 'WALLET_CHANGED'],
      [[{ record: { ...record, userId: crypto.randomUUID() }, signature }], 'INVALID_PARAMS'],
      [Array.from({ length: 32 }, () => ({ record, signature })), 'INVALID_PARAMS'],
    ] as const)
      await expect(commit(device, login, made, receipt, { changes })).rejects.toMatchObject({ name })
    expect(await counts(harness)).toEqual({ wallets: 0, auth: 0, recovery: 0 })
  })

  test('of which an address is not its own is refused, whatever else is right', async () => {
    await using harness = await createHarness()
    const [device, stranger] = [await harness.device(), await harness.device()]
    const { login, made } = await setUp(harness, device)
    const { made: theirs } = await setUp(harness, stranger, 'bob@example.com')
    const { receipt } = await keep(device, login, made)
    const claim = (namespace: 'eip155' | 'solana') => ({
      ...made.record,
      addresses: { ...made.record.addresses, [namespace]: theirs.record.addresses[namespace] },
    })
    const [evm = '', solana = ''] = made.addressProofs
    const [theirEvm = '', theirSolana = ''] = theirs.addressProofs
    for (const change of [
      { record: claim('eip155') },
      { record: claim('solana') },
      // The owner's proofs, for a wallet of their own.
      { record: claim('eip155'), addressProofs: [theirEvm, solana] },
      { record: claim('solana'), addressProofs: [evm, theirSolana] },
      { addressProofs: [] },
      { addressProofs: [evm] },
      { addressProofs: [evm, solana, solana] },
      { addressProofs: [solana, evm] },
      { addressProofs: ['A'.repeat(87), solana] },
      { addressProofs: [evm, 'A'.repeat(86)] },
    ])
      await expect(commit(device, login, made, receipt, change)).rejects.toMatchObject({ name: 'SHARE_INVALID' })
    expect(await counts(harness)).toEqual({ wallets: 0, auth: 0, recovery: 0 })
    await commit(device, login, made, receipt)
  })

  test('needs the receipt of custody for this very wallet', async () => {
    await using harness = await createHarness()
    const [device, stranger] = [await harness.device(), await harness.device()]
    const { login, made } = await setUp(harness, device)
    const theirs = await setUp(harness, stranger, 'bob@example.com')
    const { receipt: foreign } = await keep(stranger, theirs.login, theirs.made)
    const other = await device.makeWallet(login.userId)
    const { receipt: ofOther } = await keep(device, login, other)
    for (const receipt of [foreign, ofOther]) {
      await expect(commit(device, login, made, receipt)).rejects.toMatchObject({ name: 'SHARE_INVALID' })
    }
    await expect(commit(device, login, made, login.custodyToken)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
    expect(await counts(harness)).toEqual({ wallets: 0, auth: 0, recovery: 0 })
  })

  test('stores all of it or nothing: a share for another purpose, person, wallet or device spoils the rest', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { login, made } = await setUp(harness, device)
    const { receipt } = await keep(device, login, made)
    const { hpkePublicKey } = await device.client.call('apiKeys', {})
    const { walletId, generation, userId } = made.record
    const of = { userId, walletId, generation, recoveryShareId: null, nonce: null }
    const context = { ...of, purpose: 'auth' as const, deviceId: device.deviceId }
    const share = crypto.getRandomValues(new Uint8Array(33))
    const seal = (change: object) =>
      sealShare({ recipientPublicKey: hpkePublicKey, context: { ...context, ...change }, share })
    const bad = [
      made.sealedRecoveryAuthShare,
      made.sealedRecoveryShare,
      await seal({ userId: crypto.randomUUID() }),
      await seal({ walletId: crypto.randomUUID() }),
      await seal({ generation: 2 }),
      await seal({ deviceId: 'another' }),
      await seal({ deviceId: null }),
      await seal({ nonce: newShareNonce() }),
      await seal({ purpose: 'recovery-auth' }),
      'AAAA',
      '',
    ]
    for (const sealedAuthShare of bad) {
      await expect(commit(device, login, made, receipt, { sealedAuthShare })).rejects.toMatchObject({
        name: 'SHARE_INVALID',
      })
    }
    await expect(
      commit(device, login, made, receipt, { sealedRecoveryAuthShare: made.sealedAuthShare }),
    ).rejects.toMatchObject({ name: 'SHARE_INVALID' })
    expect(await counts(harness)).toEqual({ wallets: 0, auth: 0, recovery: 0 })
    await commit(device, login, made, receipt)
  })

  test("for another user's id is refused", async () => {
    await using harness = await createHarness()
    const [device, stranger] = [await harness.device(), await harness.device()]
    const victim = await setUp(harness, device)
    const { login } = await setUp(harness, stranger, 'bob@example.com')
    const forged = await stranger.makeWallet(victim.login.userId)
    await expect(keep(stranger, login, forged)).rejects.toMatchObject({ name: 'SHARE_INVALID' })
    const own = await stranger.makeWallet(login.userId)
    const { receipt } = await keep(stranger, login, own)
    const record = { ...own.record, userId: victim.login.userId }
    await expect(commit(stranger, login, { ...own, record }, receipt)).rejects.toMatchObject({ name: 'SHARE_INVALID' })
  })

  test('takes no wallet id that is somebody else’s', async () => {
    await using harness = await createHarness()
    const [device, stranger] = [await harness.device(), await harness.device()]
    const victim = await setUp(harness, device)
    await commit(device, victim.login, victim.made, (await keep(device, victim.login, victim.made)).receipt)
    const { login } = await setUp(harness, stranger, 'bob@example.com')
    const { hpkePublicKey } = await stranger.client.call('custodyKeys', {})
    const { walletId } = victim.made.record
    for (const generation of [1, 2]) {
      const recoveryShareId = crypto.randomUUID()
      const of = { userId: login.userId, walletId, generation, recoveryShareId }
      const context = { ...of, purpose: 'recovery' as const, deviceId: null, nonce: null }
      const sealedShare = await sealShare({
        recipientPublicKey: hpkePublicKey,
        context,
        share: new Uint8Array(33).fill(7),
      })
      await expect(
        stranger.client.call(
          'putRecoveryShare',
          { walletId, generation, recoveryShareId, revision: 1, sealedShare },
          { accessToken: login.custodyToken },
        ),
      ).rejects.toMatchObject({ name: 'SHARE_INVALID' })
    }
  })
})

describe('two devices of one user', () => {
  test('that create at once end with one wallet, and both can use it', async () => {
    await using harness = await createHarness()
    const devices = await Promise.all([1, 2, 3, 4].map(() => harness.device()))
    const logins: Login[] = []
    for (const device of devices) {
      const { attemptId } = await device.startEmail(email)
      logins.push(await device.finishLogin(attemptId, harness.mailbox.codeFor(email)))
    }
    expect(new Set(logins.map(({ userId }) => userId)).size).toBe(1)
    const wallets = await Promise.all(devices.map((device, index) => device.enrol(logins[index] as Login)))
    expect(new Set(wallets.map(({ walletId }) => walletId)).size).toBe(1)
    const addresses = await Promise.all(
      devices.map((device, index) => device.unlock((logins[index] as Login).accessToken)),
    )
    expect(new Set(addresses)).toEqual(new Set(wallets[0]?.addresses.eip155))
    expect(await counts(harness)).toEqual({ wallets: 1, auth: 4, recovery: 1 })
  })

  test('of which one crashed before its wallet was committed: the other one’s wallet is the wallet', async () => {
    await using harness = await createHarness()
    const [slow, fast] = [await harness.device(), await harness.device()]
    const { login, made } = await setUp(harness, slow)
    await keep(slow, login, made)
    harness.clock.advance(31)
    const { wallet } = await logIn(harness, fast, email)
    harness.clock.advance(31)
    const back = await logIn(harness, slow, email)
    expect(back.wallet).toEqual(wallet)
    expect(await slow.unlock(back.accessToken)).toBe(wallet.addresses.eip155[0])
  })
})

describe('shares', () => {
  test('are released to their own person alone, for the right wallet and generation', async () => {
    await using harness = await createHarness()
    const [device, stranger] = [await harness.device(), await harness.device()]
    const { wallet } = await logIn(harness, device, email)
    const theirs = await logIn(harness, stranger, 'bob@example.com')
    const { walletId } = wallet
    const missing = { name: 'WALLET_NOT_FOUND' }
    const wrong = [
      { walletId, generation: 1 },
      { walletId: theirs.wallet.walletId, generation: 2 },
      { walletId: crypto.randomUUID(), generation: 1 },
    ]
    for (const of of wrong) {
      const share = { ...of, recoveryShareId: wallet.recoveryShareId, use: 'unlock' as const, nonce: newShareNonce() }
      const { accessToken, custodyToken } = theirs
      const { client } = stranger
      await expect(client.call('releaseAuthShare', share, { accessToken })).rejects.toMatchObject(missing)
      await expect(client.call('releaseRecoveryAuthShare', share, { accessToken })).rejects.toMatchObject(missing)
      await expect(client.call('releaseRecoveryShare', share, { accessToken: custodyToken })).rejects.toMatchObject(
        missing,
      )
    }
  })

  test('of one device are not released to another device of the same user', async () => {
    await using harness = await createHarness()
    const [device, other] = [await harness.device(), await harness.device()]
    const { wallet } = await logIn(harness, device, email)
    harness.clock.advance(31)
    const { attemptId } = await other.startEmail(email)
    const { accessToken } = await other.finishLogin(attemptId, harness.mailbox.codeFor(email))
    await expect(
      other.client.call(
        'releaseAuthShare',
        { walletId: wallet.walletId, generation: 1, use: 'unlock', nonce: newShareNonce() },
        { accessToken },
      ),
    ).rejects.toMatchObject({ name: 'WALLET_NOT_FOUND' })
  })

  test('are sealed anew for each release, to the key in the proof', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { wallet, accessToken } = await logIn(harness, device, email)
    const share = { walletId: wallet.walletId, generation: 1, use: 'unlock' as const, nonce: newShareNonce() }
    const one = await device.client.call('releaseAuthShare', share, { accessToken })
    const two = await device.client.call('releaseAuthShare', share, { accessToken })
    expect(one.sealedShare).not.toBe(two.sealedShare)
    await device.unlock(accessToken)
  })

  test('are sealed with what the vault waits for, and open for nothing else', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { wallet, accessToken } = await logIn(harness, device, email)
    for (const [use, purpose] of [
      ['unlock', 'auth'],
      ['change', 'auth-change'],
      ['export', 'auth-export'],
    ] as const) {
      const nonce = newShareNonce()
      const request = { walletId: wallet.walletId, generation: 1, use, nonce }
      const { sealedShare } = await device.client.call('releaseAuthShare', request, { accessToken })
      expect(await device.open(purpose, wallet, sealedShare, nonce)).toHaveLength(32)
      for (const other of [null, newShareNonce()])
        await expect(device.open(purpose, wallet, sealedShare, other)).rejects.toMatchObject({ name: 'SHARE_INVALID' })
    }
  })

  test('are enrolled only for the wallet that the user has, and sealed in this session', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { login, made } = await setUp(harness, device)
    const { record } = made
    const put = async (session: unknown) => {
      const share = crypto.getRandomValues(new Uint8Array(32))
      const sealedShare = await device.sealFor('api', 'auth', record, share, session as string | null)
      const { walletId, generation } = record
      return device.client.call('putAuthShare', { walletId, generation, sealedShare }, login)
    }
    const { sid } = decodeJwt(login.accessToken)
    await expect(put(sid)).rejects.toMatchObject({ name: 'WALLET_NOT_FOUND' })
    await commit(device, login, made, (await keep(device, login, made)).receipt)
    for (const other of [null, crypto.randomUUID()])
      await expect(put(other)).rejects.toMatchObject({ name: 'SHARE_INVALID' })
    expect(await put(sid)).toEqual({})
  })

  test('lie in no database in the clear, and no row opens in the place of another', async () => {
    await using harness = await createHarness()
    const [device, stranger] = [await harness.device(), await harness.device()]
    const one = await logIn(harness, device, email)
    await logIn(harness, stranger, 'bob@example.com')
    await harness.database.transaction(
      'api',
      (
        sql,
      ) => sql`UPDATE auth_shares SET ciphertext = (SELECT ciphertext FROM auth_shares WHERE device_id = ${stranger.deviceId})
        WHERE device_id = ${device.deviceId}`,
    )
    await expect(
      device.client.call(
        'releaseAuthShare',
        { walletId: one.wallet.walletId, generation: 1, use: 'unlock', nonce: newShareNonce() },
        { accessToken: one.accessToken },
      ),
    ).rejects.toMatchObject({ name: 'INTERNAL' })
  })
})
