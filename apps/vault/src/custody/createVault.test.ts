import { decodeBase64url, type WalletRecord } from '@latchkey/api-client'
import { decodeBase58 } from '@latchkey/chains'
import { type Vault, vaultMethods } from '@latchkey/vault-protocol'
import { verifyMessage } from 'viem'
import { bytesToHex } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { login } from '../testing/login.ts'
import { manualClock } from '../testing/manualClock.ts'
import { releasePairTo, releaseTo } from '../testing/releaseTo.ts'
import { deviceOf, testAuthorities } from '../testing/testAuthorities.ts'
import { testPartition, testVault } from '../testing/testVault.ts'
import { keyringLimits } from './keyring.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const otherUserId = '00000000-0000-4000-8000-000000000002'
const refusal = (name: string) => expect.objectContaining({ name })
const message = new TextEncoder().encode('hello')

const signMessage = async (vault: Vault, address: string | undefined): Promise<boolean> => {
  if (address === undefined) throw new Error('no address')
  const { signature } = await vault.sign({ kind: 'personalMessage', address, message: message.buffer })
  return verifyMessage({
    address: address as `0x${string}`,
    message: { raw: message },
    signature: bytesToHex(new Uint8Array(signature)),
  })
}

/** A user who is signed in on one device. */
const loggedIn = async () => {
  const authorities = await testAuthorities()
  const clock = manualClock()
  const partition = testPartition()
  const vault = testVault(authorities, partition, { clock })
  const record = await login({ vault, authorities, userId })
  const device = await deviceOf(vault)
  return { authorities, clock, partition, vault, record, device, address: record.addresses.eip155[0] }
}

describe('the device', () => {
  test('has no keys before it is opened, and keeps the same ever after', async () => {
    const authorities = await testAuthorities()
    const partition = testPartition()
    const vault = testVault(authorities, partition)
    expect(await vault.status(undefined)).toEqual({ deviceId: null, wallet: null, unlocked: false })
    await expect(deviceOf(vault)).rejects.toThrowError(refusal('PROOF_INVALID'))
    await expect(vault.createWallet({ userId })).rejects.toThrowError(refusal('PROOF_INVALID'))
    const { deviceId } = await vault.openDevice(undefined)
    expect(await vault.openDevice(undefined)).toEqual({ deviceId })
    expect(await testVault(authorities, partition).openDevice(undefined)).toEqual({ deviceId })
    expect((await deviceOf(vault)).deviceId).toBe(deviceId)
  })

  test('opened by two workers at once is one device', async () => {
    const authorities = await testAuthorities()
    const partition = testPartition()
    const [one, other] = [testVault(authorities, partition), testVault(authorities, partition)]
    const [first, second] = await Promise.all([one.openDevice(undefined), other.openDevice(undefined)])
    expect(first).toEqual(second)
  })

  test('proves one call of one authority, at addresses that the caller cannot choose', async () => {
    const authorities = await testAuthorities()
    const vault = testVault(authorities, testPartition(), { clock: manualClock(1_750_000_000_999) })
    const { deviceId } = await vault.openDevice(undefined)
    const claimsOf = async (input: Parameters<Vault['proveDevice']>[0]) => {
      const [header = '', claims = ''] = (await vault.proveDevice(input)).proof.split('.')
      return [header, claims].map((part) => JSON.parse(new TextDecoder().decode(decodeBase64url(part))))
    }
    const [header, claims] = await claimsOf({
      authority: 'custody',
      method: 'PUT',
      path: '/custody/v1/recovery-share',
      bodySha256: 'Ym9keQ',
      accessTokenSha256: 'dG9rZW4',
      nonce: 'n-1',
    })
    const { hpkePublicKey } = await deviceOf(vault)
    expect(header).toEqual({
      typ: 'dpop+jwt',
      alg: 'ES256',
      jwk: { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) },
    })
    expect(claims).toEqual({
      jti: expect.stringMatching(/^[\w-]{22}$/),
      htm: 'PUT',
      htu: 'https://custody.example/custody/v1/recovery-share',
      iat: 1_750_000_000,
      bdh: 'Ym9keQ',
      nonce: 'n-1',
      ath: 'dG9rZW4',
      hpke: hpkePublicKey,
    })
    const [, plain] = await claimsOf({ authority: 'api', method: 'GET', path: '/account/v1/wallet', bodySha256: '' })
    expect(plain).toMatchObject({ htm: 'GET', htu: 'https://api.example/account/v1/wallet' })
    expect(plain).not.toHaveProperty('nonce')
    expect(plain).not.toHaveProperty('ath')
    expect(plain.jti).not.toBe(claims.jti)
    const path = '/v1/sessions/eip155%3A1%3A0x00000000000000000000000000000000000000A1'
    const [, ofAccount] = await claimsOf({ authority: 'api', method: 'PUT', path, bodySha256: '' })
    expect(ofAccount.htu).toBe(`https://api.example${path}`)
    expect((await deviceOf(vault)).deviceId).toBe(deviceId)
  })
})

describe('a new wallet', () => {
  test('is pending, unusable and repeatable until it is confirmed', async () => {
    const authorities = await testAuthorities()
    const vault = testVault(authorities)
    await vault.openDevice(undefined)
    const made = await vault.createWallet({ userId })
    expect(made.record).toMatchObject({ userId, version: 1, generation: 1 })
    expect(await vault.createWallet({ userId })).toEqual(made)
    expect(await vault.status(undefined)).toMatchObject({
      wallet: { record: made.record, state: 'pending' },
      unlocked: false,
    })
    await expect(signMessage(vault, made.record.addresses.eip155[0])).rejects.toThrowError(refusal('VAULT_LOCKED'))
    await expect(vault.confirmWallet({ walletId: otherUserId })).rejects.toThrowError(refusal('WALLET_NOT_FOUND'))
    await vault.confirmWallet({ walletId: made.record.walletId })
    await vault.confirmWallet({ walletId: made.record.walletId })
    expect(await vault.status(undefined)).toMatchObject({ wallet: { state: 'ready' }, unlocked: true })
    expect(await signMessage(vault, made.record.addresses.eip155[0])).toBe(true)
    await expect(vault.createWallet({ userId })).rejects.toThrowError(refusal('WALLET_EXISTS'))
  })

  test('made by two workers at once is one wallet', async () => {
    const authorities = await testAuthorities()
    const partition = testPartition()
    const [one, other] = [testVault(authorities, partition), testVault(authorities, partition)]
    await one.openDevice(undefined)
    const [first, second] = await Promise.all([one.createWallet({ userId }), other.createWallet({ userId })])
    expect(first).toEqual(second)
  })

  test('is another one each time', async () => {
    const [one, other] = [await loggedIn(), await loggedIn()]
    expect(one.record.walletId).not.toBe(other.record.walletId)
    expect(one.address).not.toBe(other.address)
  })

  test('answers nothing but rows of the table', async () => {
    const authorities = await testAuthorities()
    const vault = testVault(authorities)
    await vault.openDevice(undefined)
    const made = await vault.createWallet({ userId })
    expect(vaultMethods.createWallet.output.parse(made)).toEqual(made)
    expect(Object.keys(made).toSorted()).toEqual([
      'addressProofs',
      'record',
      'sealedAuthShare',
      'sealedRecoveryAuthShare',
      'sealedRecoveryShare',
    ])
  })

  test('leaves its pair with the authorities, 33 bytes each, all different', async () => {
    const { authorities } = await loggedIn()
    const shares = authorities.shares()
    expect(shares.map((share) => share.length)).toEqual([33, 33, 33])
    expect(new Set(shares.map((share) => Buffer.from(share).toString('hex'))).size).toBe(3)
  })
})

describe('unlocking', () => {
  test('after a restart needs the auth share', async () => {
    const { authorities, partition, record, address } = await loggedIn()
    const restarted = testVault(authorities, partition)
    expect(await restarted.status(undefined)).toMatchObject({ wallet: { record, state: 'ready' }, unlocked: false })
    await expect(signMessage(restarted, address)).rejects.toThrowError(refusal('VAULT_LOCKED'))
    await restarted.unlock(await releaseTo(restarted, { authorities, record }))
    expect(await signMessage(restarted, address)).toBe(true)
  })

  test('without a wallet is WALLET_NOT_FOUND', async () => {
    const authorities = await testAuthorities()
    const vault = testVault(authorities)
    await vault.openDevice(undefined)
    const { nonce } = await vault.expectShare(undefined)
    await expect(vault.unlock({ sealedAuthShare: 'AAAA', nonce })).rejects.toThrowError(refusal('WALLET_NOT_FOUND'))
  })

  test('with a share that is not ours is SHARE_INVALID, and nothing is lost', async () => {
    const { authorities, partition, record, device, address } = await loggedIn()
    const stranger = await loggedIn()
    const vault = testVault(authorities, partition)
    const { nonce } = await vault.expectShare(undefined)
    const ours = await authorities.releaseAuthShare(device, record, nonce)
    const wrong: Record<string, string> = {
      nothing: '',
      'junk of a good length': ours.replace(/./g, 'A'),
      'one changed character': `${ours.slice(0, -1)}${ours.endsWith('A') ? 'B' : 'A'}`,
      'cut short': ours.slice(0, -4),
      'sealed to another device': await stranger.authorities.releaseAuthShare(stranger.device, stranger.record, nonce),
      "another wallet's": await stranger.authorities.releaseAuthShare(
        { ...stranger.device, hpkePublicKey: device.hpkePublicKey },
        stranger.record,
        nonce,
      ),
      'the recovery share instead': (await authorities.releaseRecoveryShares(device, record, nonce)).api,
    }
    for (const [what, sealedAuthShare] of Object.entries(wrong)) {
      const awaited = { sealedAuthShare, nonce: (await vault.expectShare(undefined)).nonce }
      await expect(vault.unlock(awaited), what).rejects.toThrowError(refusal('SHARE_INVALID'))
    }
    expect(await vault.status(undefined)).toMatchObject({ wallet: { record, state: 'ready' }, unlocked: false })
    await vault.unlock({ sealedAuthShare: ours, nonce })
    expect(await signMessage(vault, address)).toBe(true)
  })

  test('a record that was changed in any field does not open', async () => {
    const { authorities, partition, record } = await loggedIn()
    const changes: Partial<WalletRecord>[] = [
      { userId: otherUserId },
      { walletId: otherUserId },
      { generation: 2 },
      { addresses: { ...record.addresses, eip155: ['0x0000000000000000000000000000000000000001'] } },
      { addresses: { ...record.addresses, eip155: [...record.addresses.eip155, ...record.addresses.eip155] } },
      { addresses: { ...record.addresses, solana: ['1'.repeat(32)] } },
      { revision: 2 },
      { recoveryShareId: otherUserId },
      { recovery: { kind: 'passphrase', salt: 'A'.repeat(22), memoryKiB: 65_536, passes: 3 } },
      { ciphertext: `${record.ciphertext.slice(0, -2)}AA` },
      { ciphertext: '' },
    ]
    const original = await partition.storage.read()
    for (const change of changes) {
      await partition.storage.update((latest) =>
        latest.ready === null
          ? latest
          : { ...latest, ready: { ...latest.ready, record: { ...latest.ready.record, ...change } } },
      )
      const vault = testVault(authorities, partition)
      const { sealedAuthShare, nonce } = await releaseTo(vault, { authorities, record })
      await expect(vault.unlock({ sealedAuthShare, nonce }), JSON.stringify(change)).rejects.toThrowError(
        refusal('SHARE_INVALID'),
      )
      await partition.storage.update(() => original)
    }
    const vault = testVault(authorities, partition)
    await vault.unlock(await releaseTo(vault, { authorities, record }))
  })
})

describe('recovery', () => {
  test('that is locked while it runs ends locked, and can be repeated', async () => {
    const { authorities, record } = await loggedIn()
    const vault = testVault(authorities)
    await vault.openDevice(undefined)
    const recovering = vault.recoverWallet(await releasePairTo(vault, { authorities, record }))
    await vault.lock(undefined)
    await expect(recovering).rejects.toThrowError(refusal('VAULT_LOCKED'))
    await vault.recoverWallet(await releasePairTo(vault, { authorities, record }))
    await vault.confirmWallet({ walletId: record.walletId })
    expect(await vault.status(undefined)).toMatchObject({ wallet: { record, state: 'ready' }, unlocked: true })
  })

  test('on a new device gives the same wallet and a pair of its own', async () => {
    const { authorities, record, address, device } = await loggedIn()
    const elsewhere = testVault(authorities)
    expect(await login({ vault: elsewhere, authorities, userId })).toEqual(record)
    expect(await signMessage(elsewhere, address)).toBe(true)
    const other = await deviceOf(elsewhere)
    expect(other.deviceId).not.toBe(device.deviceId)
    expect(authorities.shares()).toHaveLength(4)
  })

  test('with shares that are no pair of this record is SHARE_INVALID, and nothing is lost', async () => {
    const { authorities, record, vault, device, address } = await loggedIn()
    const stranger = await loggedIn()
    const { nonce } = await vault.expectShare(undefined)
    const ours = await authorities.releaseRecoveryShares(device, record, nonce)
    const wrong = [
      { record, sealedRecoveryShare: ours.api, sealedRecoveryAuthShare: ours.custody },
      { record, sealedRecoveryShare: ours.custody, sealedRecoveryAuthShare: ours.custody },
      { record, sealedRecoveryShare: 'AAAA', sealedRecoveryAuthShare: ours.api },
      { record: stranger.record, sealedRecoveryShare: ours.custody, sealedRecoveryAuthShare: ours.api },
      {
        record: { ...record, ciphertext: stranger.record.ciphertext },
        sealedRecoveryShare: ours.custody,
        sealedRecoveryAuthShare: ours.api,
      },
    ]
    for (const shares of wrong) {
      const input = { ...shares, nonce: (await vault.expectShare(undefined)).nonce, sessionId: ours.sessionId }
      await expect(vault.recoverWallet(input)).rejects.toThrowError(refusal('SHARE_INVALID'))
    }
    expect(await vault.status(undefined)).toMatchObject({ wallet: { record, state: 'ready' }, unlocked: true })
    expect(await signMessage(vault, address)).toBe(true)
  })

  test('enrolling again keeps the old pair usable until the new one is confirmed, and works with either', async () => {
    const { authorities, partition, record, device, address } = await loggedIn()
    const withOld = testVault(authorities, partition)
    const old = await releaseTo(withOld, { authorities, record })
    const recovering = testVault(authorities, partition)
    const { sealedAuthShare } = await recovering.recoverWallet(await releasePairTo(recovering, { authorities, record }))
    await withOld.unlock(old)
    expect(await signMessage(withOld, address)).toBe(true)

    await authorities.putAuthShare(device, record, sealedAuthShare)
    const withNew = testVault(authorities, partition)
    await withNew.unlock(await releaseTo(withNew, { authorities, record }))
    expect(await signMessage(withNew, address)).toBe(true)
    expect((await partition.storage.read()).pending).toBeNull()
  })

  test('once the device is revoked, no share that it kept or sent enrols it', async () => {
    const { authorities, record } = await loggedIn()
    const partition = testPartition()
    const vault = testVault(authorities, partition)
    await vault.openDevice(undefined)
    const device = await deviceOf(vault)
    const { sealedAuthShare } = await vault.recoverWallet(await releasePairTo(vault, { authorities, record }))
    await authorities.putAuthShare(device, record, sealedAuthShare)
    await vault.confirmWallet({ walletId: record.walletId })
    const kept = ((await partition.storage.read()).ready?.sent ?? []).flatMap(
      ({ upload }) => upload.sealedAuthShare ?? [],
    )
    expect(kept).toHaveLength(1)
    authorities.revoke(device)
    for (const share of [sealedAuthShare, ...kept])
      await expect(authorities.putAuthShare(device, record, share)).rejects.toThrowError(refusal('SHARE_INVALID'))
    expect(await login({ vault, authorities, userId })).toEqual(record)
  })

  test('of a wallet whose confirmation was lost keeps what the device sent when it made the wallet', async () => {
    const authorities = await testAuthorities()
    const partition = testPartition()
    const vault = testVault(authorities, partition)
    await vault.openDevice(undefined)
    const device = await deviceOf(vault)
    const made = await vault.createWallet({ userId })
    await authorities.putRecoveryShare(made.record, made.sealedRecoveryShare)
    await authorities.createWallet(device, made)
    authorities.revoke(device)
    await login({ vault, authorities, userId })
    const { ready } = await partition.storage.read()
    const { sealedRecoveryShare, sealedRecoveryAuthShare } = made
    expect(ready?.sent).toMatchObject([{ upload: { kind: 'created', sealedRecoveryShare, sealedRecoveryAuthShare } }])
  })

  test("another user's wallet takes the device's place", async () => {
    const { authorities, vault, record, address } = await loggedIn()
    const theirs = await login({ vault, authorities, userId: otherUserId })
    expect(theirs.walletId).not.toBe(record.walletId)
    expect(await vault.status(undefined)).toMatchObject({ wallet: { record: theirs }, unlocked: true })
    await expect(signMessage(vault, address)).rejects.toThrowError(refusal('UNAUTHORIZED'))
    expect(await login({ vault, authorities, userId })).toEqual(record)
  })
})

describe('locking', () => {
  test('drops memory; the wallet stays', async () => {
    const { vault, record, address } = await loggedIn()
    await vault.lock(undefined)
    expect(await vault.status(undefined)).toMatchObject({ wallet: { record, state: 'ready' }, unlocked: false })
    await expect(signMessage(vault, address)).rejects.toThrowError(refusal('VAULT_LOCKED'))
  })

  test('comes by itself after 15 minutes without a signature', async () => {
    const { vault, clock, address } = await loggedIn()
    clock.advance(keyringLimits.idleMs - 1)
    expect(await signMessage(vault, address)).toBe(true)
    clock.advance(keyringLimits.idleMs - 1)
    expect((await vault.status(undefined)).unlocked).toBe(true)
    clock.advance(1)
    expect((await vault.status(undefined)).unlocked).toBe(false)
  })

  test('while an unlock is under way wins', async () => {
    const { authorities, partition, record } = await loggedIn()
    const vault = testVault(authorities, partition)
    const unlocking = vault.unlock(await releaseTo(vault, { authorities, record }))
    await vault.lock(undefined)
    await expect(unlocking).rejects.toThrowError(refusal('VAULT_LOCKED'))
    expect((await vault.status(undefined)).unlocked).toBe(false)
  })
})

describe('forgetting the device', () => {
  test('leaves nothing, here or in another tab', async () => {
    const { authorities, partition, vault, record, device, address } = await loggedIn()
    const tab = testVault(authorities, partition)
    await tab.unlock(await releaseTo(tab, { authorities, record }))
    await vault.forgetDevice({ userId: record.userId, wallet: record })
    const nothing = { deviceId: null, wallet: null, unlocked: false }
    expect(await vault.status(undefined)).toEqual(nothing)
    expect(await tab.status(undefined)).toEqual(nothing)
    await expect(signMessage(tab, address)).rejects.toThrowError(refusal('VAULT_LOCKED'))
    expect(await partition.storage.read()).toEqual({ device: null, ready: null, pending: null })
    expect((await vault.openDevice(undefined)).deviceId).not.toBe(device.deviceId)
  })

  test('of a user leaves the wallet of another, who has signed in meanwhile', async () => {
    const { vault, record } = await loggedIn()
    await vault.forgetDevice({ userId: crypto.randomUUID() })
    expect((await vault.status(undefined)).wallet?.record.walletId).toBe(record.walletId)
  })

  test('locks another tab even where no word of it arrives', async () => {
    const { authorities, partition, vault, record, address } = await loggedIn()
    const deaf = { ...partition, peers: () => ({ announce: () => {}, listen: () => {} }) }
    const tab = testVault(authorities, deaf)
    await tab.unlock(await releaseTo(tab, { authorities, record }))
    await vault.forgetDevice({ userId: record.userId, wallet: record })
    await expect(signMessage(tab, address)).rejects.toThrowError(refusal('VAULT_LOCKED'))
    expect((await tab.status(undefined)).unlocked).toBe(false)
  })
})

describe('signing', () => {
  test('for an address that is not in the record is UNAUTHORIZED', async () => {
    const { vault } = await loggedIn()
    await expect(signMessage(vault, `0x${'1'.repeat(40)}`)).rejects.toThrowError(refusal('UNAUTHORIZED'))
  })

  test('on Solana is with the account of the same words, as WebCrypto finds', async () => {
    const { vault, record } = await loggedIn()
    const [address = ''] = record.addresses.solana
    const { signature } = await vault.sign({ kind: 'solanaMessage', address, content: message.buffer })
    const publicKey = decodeBase58(new TextEncoder().encode(address)) ?? new Uint8Array()
    const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
    expect(await crypto.subtle.verify('Ed25519', key, signature, message)).toBe(true)
    await vault.lock(undefined)
    const locked = vault.sign({ kind: 'solanaMessage', address, content: message.buffer })
    await expect(locked).rejects.toThrowError(refusal('VAULT_LOCKED'))
  })

  test('takes the address in any case', async () => {
    const { vault, address = '' } = await loggedIn()
    expect(await signMessage(vault, address.toLowerCase())).toBe(true)
  })
})
