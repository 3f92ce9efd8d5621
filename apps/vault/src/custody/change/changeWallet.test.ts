import { encodeBase64url, type WalletRecord } from '@latchkey/api-client'
import { vaultMethods, type WalletChange } from '@latchkey/vault-protocol'
import { base58 } from '@scure/base'
import { Keypair } from '@solana/web3.js'
import { english, generateMnemonic, generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { type Bytes, type SecretBytes, withSecrets } from '../../secrets.ts'
import { canSign } from '../../testing/canSign.ts'
import { change, login } from '../../testing/login.ts'
import { manualClock } from '../../testing/manualClock.ts'
import { releasePairTo, releaseTo } from '../../testing/releaseTo.ts'
import { deviceOf, type TestAuthorities, testAuthorities } from '../../testing/testAuthorities.ts'
import { testOwner } from '../../testing/testOwner.ts'
import { testPartition, testVault } from '../../testing/testVault.ts'
import { openRecoveryFile, readRecoveryFile } from '../recoveryFile.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const appearance = { mode: 'light' } as const
const refusal = (name: string) => expect.objectContaining({ name })
const rotate: WalletChange = { kind: 'rotate' }
const toPassphrase: WalletChange = { kind: 'recovery', to: 'passphrase' }
const toAutomatic: WalletChange = { kind: 'recovery', to: 'automatic' }
const toPasskey: WalletChange = { kind: 'recovery', to: 'passkey' }
const importOf = (from: 'mnemonic' | 'evmKey' | 'solanaKey'): WalletChange => ({ kind: 'import', from })

/** An owner who is signed in on one device. */
const loggedIn = async (services?: TestAuthorities) => {
  const authorities = services ?? (await testAuthorities())
  const partition = testPartition()
  const clock = manualClock()
  const known = testOwner()
  const { person, owner, asked, answers } = known
  const open = (where = partition) => testVault(authorities, where, { person, clock })
  const vault = open()
  const parties = { vault, authorities, userId, appearance }
  const record = await login(parties)
  const device = await deviceOf(vault)
  /** The wallet document's input for a tab's vault: a share for this use, and the newest record. */
  const released = async (use: 'unlock' | 'change' | 'export', to = vault) => {
    const newest = authorities.walletOf(userId) ?? record
    return { ...(await releaseTo(to, { authorities, record: newest, use })), appearance }
  }
  const elsewhere = () => ({ ...parties, vault: open(testPartition()) })
  return {
    authorities,
    partition,
    clock,
    owner,
    asked,
    answers,
    open,
    vault,
    parties,
    record,
    device,
    released,
    elsewhere,
  }
}

const ownAddress = ({ addresses }: WalletRecord): string => addresses.eip155[0] ?? ''

describe('a new key', () => {
  test('keeps accounts and way of recovery, and names what is new', async () => {
    const { parties, record, vault } = await loggedIn()
    const next = await change(parties, rotate)
    const { generation, revision, recoveryShareId, ciphertext, ...same } = record
    expect(next).toMatchObject({ ...same, generation: generation + 1, revision: revision + 1 })
    expect(next.recoveryShareId).not.toBe(recoveryShareId)
    expect(next.ciphertext).not.toBe(ciphertext)
    expect(await canSign(vault, ownAddress(record))).toBe(true)
  })

  test('leaves nothing that the old shares open', async () => {
    const { authorities, parties, record, vault, elsewhere } = await loggedIn()
    const other = elsewhere()
    await login(other)
    const otherDevice = await deviceOf(other.vault)
    const old = await releaseTo(other.vault, { authorities, record, device: otherDevice })
    const oldPair = await releasePairTo(vault, { authorities, record })
    const next = await change(parties, rotate)
    // The other device still opens its earlier record, and nothing later.
    await expect(other.vault.unlock({ ...old, record: next })).resolves.toBeUndefined()
    expect((await other.vault.status(undefined)).wallet?.record).toEqual(record)
    await expect(authorities.releaseAuthShare(otherDevice, next, old.nonce)).rejects.toThrowError(
      refusal('WALLET_NOT_FOUND'),
    )
    const { nonce } = await vault.expectShare(undefined)
    for (const of of [oldPair, { ...oldPair, nonce }])
      await expect(vault.recoverWallet({ ...of, record: next })).rejects.toThrowError(refusal('SHARE_INVALID'))
    expect(await login(other)).toEqual(next)
    expect(await canSign(other.vault, ownAddress(record))).toBe(true)
  })

  test('that was committed and not heard of is known at the next unlock', async () => {
    const { authorities, released, vault, device, open } = await loggedIn()
    const made = await vault.changeWallet({ ...(await released('change')), change: rotate })
    await authorities.putRecoveryShare(made.record, made.recovery?.sealedRecoveryShare ?? '')
    const { record, signature, sealedAuthShare = '', recovery } = made
    const { sealedRecoveryAuthShare = '' } = recovery ?? {}
    await authorities.replaceWallet(device, { record, signature, sealedAuthShare, sealedRecoveryAuthShare })
    const restarted = open()
    expect((await restarted.status(undefined)).wallet?.record.generation).toBe(1)
    await restarted.unlock(await released('unlock', restarted))
    expect(await restarted.status(undefined)).toMatchObject({ wallet: { record, state: 'ready' }, unlocked: true })
  })

  test('that was never committed changes nothing', async () => {
    const { released, vault, record, open } = await loggedIn()
    await vault.changeWallet({ ...(await released('change')), change: rotate })
    await vault.confirmWallet({ walletId: record.walletId })
    const restarted = open()
    await restarted.unlock(await released('unlock', restarted))
    expect((await restarted.status(undefined)).wallet?.record).toEqual(record)
  })

  test('of a wallet with a passphrase has it chosen anew, with a passkey uses the same one', async () => {
    const { parties, asked, owner, elsewhere } = await loggedIn()
    await change(parties, toPassphrase)
    owner.passphrases = ['another one']
    const first = await change(parties, rotate)
    await change(parties, toPasskey)
    const second = await change(parties, rotate)
    expect(asked.map(({ kind }) => kind)).toEqual(['setPassphrase', 'setPassphrase', 'createPasskey', 'usePasskey'])
    expect([first.recovery.kind, second.recovery.kind]).toEqual(['passphrase', 'passkey'])
    const salts = asked.map(({ question }) =>
      'salt' in question ? encodeBase64url(new Uint8Array(question.salt)) : '',
    )
    expect(new Set(salts).size).toBe(4)
    expect(await login(elsewhere())).toEqual(second)
  })
})

describe('an import', () => {
  const mnemonic = generateMnemonic(english)
  const key = generatePrivateKey()
  const pair = Keypair.generate()

  test('adds its accounts behind the others, and they sign', async () => {
    const { parties, owner, record, vault, elsewhere } = await loggedIn()
    owner.imports = [mnemonic, key, base58.encode(pair.secretKey)]
    for (const from of ['mnemonic', 'evmKey', 'solanaKey'] as const) await change(parties, importOf(from))
    const next = (await vault.status(undefined)).wallet?.record
    expect(next?.addresses.eip155).toEqual([
      ownAddress(record),
      mnemonicToAccount(mnemonic).address,
      privateKeyToAccount(key).address,
    ])
    expect(next?.addresses.solana).toEqual([record.addresses.solana[0], expect.any(String), pair.publicKey.toBase58()])
    for (const address of next?.addresses.eip155 ?? []) expect(await canSign(vault, address)).toBe(true)
    const other = elsewhere()
    await login(other)
    expect(await canSign(other.vault, privateKeyToAccount(key).address)).toBe(true)
  })

  test('is not lost to an older record that a device recovers from while it holds the newer one', async () => {
    const { parties, owner, vault, authorities, record } = await loggedIn()
    owner.imports = [key]
    const next = await change(parties, importOf('evmKey'))
    for (const _ of [1, 2]) await vault.recoverWallet(await releasePairTo(vault, { authorities, record }))
    await vault.confirmWallet({ walletId: record.walletId })
    expect((await vault.status(undefined)).wallet?.record).toEqual(next)
    expect(await canSign(vault, privateKeyToAccount(key).address)).toBe(true)
  })

  test('says what is wrong until it is right', async () => {
    const { parties, owner, asked } = await loggedIn()
    owner.imports = ['legal winner', key.slice(0, -1), `0x${'0'.repeat(64)}`, key].slice(1)
    await change(parties, importOf('evmKey'))
    expect(asked.map(({ question }) => ('failed' in question ? question.failed : null))).toEqual([
      null,
      { reason: 'length' },
      { reason: 'range' },
    ])
  })

  test('of what is there already says so and changes nothing', async () => {
    const { parties, owner, asked, authorities } = await loggedIn()
    owner.imports = [key]
    const before = await change(parties, importOf('evmKey'))
    owner.imports = [key]
    await expect(change(parties, importOf('evmKey'))).rejects.toThrowError(refusal('USER_REJECTED'))
    expect(asked.at(-1)).toEqual({ kind: 'import', question: { from: 'evmKey', failed: { reason: 'known' } } })
    expect(authorities.walletOf(userId)).toEqual(before)
  })

  test('of words whose key is there already adds the account that is new, and names no address twice', async () => {
    const { parties, owner } = await loggedIn()
    const account = mnemonicToAccount(mnemonic)
    owner.imports = [`0x${Buffer.from(account.getHdKey().privateKey ?? []).toString('hex')}`, mnemonic]
    await change(parties, importOf('evmKey'))
    const { addresses } = await change(parties, importOf('mnemonic'))
    expect(addresses.eip155).toHaveLength(2)
    expect(addresses.solana).toHaveLength(2)
  })

  test('reaches other devices with their next unlock', async () => {
    const { parties, owner, elsewhere, authorities } = await loggedIn()
    const other = elsewhere()
    await login(other)
    owner.imports = [key]
    const record = await change(parties, importOf('evmKey'))
    await other.vault.unlock(await releaseTo(other.vault, { authorities, record }))
    expect((await other.vault.status(undefined)).wallet?.record).toEqual(record)
    expect(await canSign(other.vault, privateKeyToAccount(key).address)).toBe(true)
  })
})

describe('a record that comes with an auth share', () => {
  test('that is older is ignored', async () => {
    const { parties, owner, record, vault, released } = await loggedIn()
    owner.imports = [generatePrivateKey()]
    const next = await change(parties, importOf('evmKey'))
    await vault.unlock({ ...(await released('unlock')), record })
    expect((await vault.status(undefined)).wallet?.record).toEqual(next)
  })

  test.each<[string, (record: WalletRecord) => Partial<WalletRecord>]>([
    ['only claims to be newer', ({ revision }) => ({ revision: revision + 1 })],
    ['names another address', ({ addresses }) => ({ addresses: { ...addresses, solana: ['1'.repeat(32)] } })],
    [
      'is recovered by somebody else',
      () => ({ recovery: { kind: 'passkey', credentialId: 'A'.repeat(22), salt: 'A'.repeat(43) } }),
    ],
  ])('that %s is SHARE_INVALID, and the one held stays', async (_, forge) => {
    const { record, vault, released } = await loggedIn()
    const forged = { ...record, ...forge(record) }
    await expect(vault.unlock({ ...(await released('unlock')), record: forged })).rejects.toThrowError(
      refusal('SHARE_INVALID'),
    )
    expect((await vault.status(undefined)).wallet?.record).toEqual(record)
  })
})

describe('recovery of the user’s own', () => {
  test.each([toPassphrase, toPasskey])('$to: a new device needs what they know or have', async (what) => {
    const { parties, elsewhere, record, asked } = await loggedIn()
    const next = await change(parties, what)
    const { vault, authorities } = elsewhere()
    await expect(login({ vault, authorities, userId })).rejects.toThrowError(refusal('RECOVERY_NEEDED'))
    expect(await login({ vault, authorities, userId, appearance })).toEqual(next)
    expect(await canSign(vault, ownAddress(record))).toBe(true)
    expect(asked.at(-1)?.question).toMatchObject({ failed: false })
  })

  test.each([{ kind: 'rotate' } as const, toPassphrase, toPasskey])(
    '$kind $to: opens also where services of the release before this one have kept the halves with their proofs',
    async (what) => {
      const { parties, elsewhere } = await loggedIn(await testAuthorities(undefined, async (sent) => sent))
      const next = await change(parties, what)
      expect(await login(elsewhere())).toEqual(next)
    },
  )

  test('a wrong passphrase is said to be wrong, and the right one opens', async () => {
    const { parties, elsewhere, owner, asked } = await loggedIn()
    const next = await change(parties, toPassphrase)
    owner.passphrases = ['wrong', 'wrong too', 'correct horse battery staple']
    expect(await login(elsewhere())).toEqual(next)
    expect(asked.slice(1).map(({ question }) => 'failed' in question && question.failed)).toEqual([false, true, true])
  })

  test('who gives up has lost nothing', async () => {
    const { parties, elsewhere, answers, record } = await loggedIn()
    const next = await change(parties, toPassphrase)
    const enter = answers.enterPassphrase
    delete answers.enterPassphrase
    const other = elsewhere()
    await expect(login(other)).rejects.toThrowError(refusal('USER_REJECTED'))
    expect((await other.vault.status(undefined)).wallet).toBeNull()
    Object.assign(answers, { enterPassphrase: enter })
    expect(await login(other)).toEqual(next)
    expect(await canSign(other.vault, ownAddress(record))).toBe(true)
  })

  test.each([toPassphrase, toPasskey])('$to: whoever does not agree to its end keeps it', async (what) => {
    const { vault, parties, elsewhere, authorities, asked, answers } = await loggedIn()
    const next = await change(parties, what)
    delete answers.confirm
    const refused = change(parties, toAutomatic)
    await expect(refused).rejects.toThrowError(refusal('USER_REJECTED'))
    expect(asked.at(-1)).toEqual({ kind: 'confirm', question: { ends: what.kind === 'recovery' && what.to } })
    expect(authorities.walletOf(userId)).toEqual(next)
    expect((await vault.status(undefined)).wallet).toEqual({ record: next, state: 'ready' })
    const stranger = { vault: elsewhere().vault, authorities, userId }
    await expect(login(stranger)).rejects.toThrowError(refusal('RECOVERY_NEEDED'))
    expect(await login(elsewhere())).toEqual(next)
  })

  test('is not ended in silence by a device that has not heard of it', async () => {
    const { vault, authorities, device, released, elsewhere, record } = await loggedIn()
    const other = elsewhere()
    await login(other)
    const next = await change(other, toPassphrase)
    // Script in the wallet document has this device build on records that it withheld, until the number fits.
    let known = record
    const commit = async (what: WalletChange) => {
      const made = await vault.changeWallet({ ...(await released('change')), record: known, change: what })
      known = made.record
      const { sealedRecoveryShare = '', sealedRecoveryAuthShare = '' } = made.recovery ?? {}
      await authorities.putRecoveryShare(made.record, sealedRecoveryShare)
      await authorities.replaceWallet(device, { record: known, signature: made.signature, sealedRecoveryAuthShare })
    }
    for (const what of [toAutomatic, rotate]) {
      known = record
      await expect(commit(what)).rejects.toThrowError(refusal('WALLET_CHANGED'))
    }
    known = record
    await expect(commit(toAutomatic)).rejects.toThrowError(refusal('WALLET_CHANGED'))
    await expect(commit(rotate)).rejects.toThrowError(refusal('SHARE_INVALID'))
    expect(authorities.walletOf(userId)).toEqual(next)
  })

  test('a new key, which leaves it as it is, asks for nothing while it is automatic', async () => {
    const { parties, asked } = await loggedIn()
    expect((await change(parties, rotate)).recovery.kind).toBe('automatic')
    expect(asked).toEqual([])
  })

  test('taken up, or changed for another one of theirs, asks by the screen of the new one alone', async () => {
    const { parties, asked } = await loggedIn()
    for (const what of [toPassphrase, toPasskey, toPassphrase, toPassphrase]) await change(parties, what)
    const screens = ['setPassphrase', 'createPasskey', 'setPassphrase', 'setPassphrase']
    expect(asked.map(({ kind }) => kind)).toEqual(screens)
  })

  test('back to automatic asks nobody on a new device', async () => {
    const { parties, elsewhere, asked } = await loggedIn()
    await change(parties, toPassphrase)
    const next = await change(parties, toAutomatic)
    const { vault, authorities } = elsewhere()
    expect(await login({ vault, authorities, userId })).toEqual(next)
    expect(asked.map(({ kind }) => kind)).toEqual(['setPassphrase', 'confirm'])
  })

  test('what custody keeps is 33 bytes, or longer where only the owner opens it', async () => {
    const { parties, authorities } = await loggedIn()
    await change(parties, toPassphrase)
    expect(authorities.sharesOf('custody').map((share) => share.length)).toEqual([33, 61])
  })
})

describe('preparing a change', () => {
  test('again within ten minutes answers the same and sends no request; later, or for another change, it asks', async () => {
    const { vault, released, asked, clock } = await loggedIn()
    const prepare = async (what = toPassphrase) => vault.changeWallet({ ...(await released('change')), change: what })
    const first = await prepare()
    expect(vaultMethods.changeWallet.output.parse(first)).toEqual(first)
    expect(await prepare()).toEqual(first)
    expect(asked).toHaveLength(1)
    const other = await prepare(toPasskey)
    expect(other.record.recoveryShareId).not.toBe(first.record.recoveryShareId)
    clock.jump(10 * 60_000)
    expect(await prepare(toPasskey)).not.toEqual(other)
    expect(asked.map(({ kind }) => kind)).toEqual(['setPassphrase', 'createPasskey', 'createPasskey'])
  })

  test.each<[string, 'unlock' | 'export']>([
    ['unlocking', 'unlock'],
    ['an export', 'export'],
  ])('with a share that was released for %s is refused before anybody is asked', async (_, use) => {
    const { vault, released, asked } = await loggedIn()
    for (const what of [rotate, toPassphrase, importOf('mnemonic')]) {
      await expect(vault.changeWallet({ ...(await released(use)), change: what })).rejects.toThrowError(
        refusal('SHARE_INVALID'),
      )
    }
    expect(asked).toEqual([])
  })

  test('while another tab commits one is WALLET_CHANGED, and the other tab’s stands', async () => {
    const { open, vault, parties, owner, answers, released } = await loggedIn()
    const other = { ...parties, vault: open() }
    owner.imports = [generatePrivateKey()]
    const ask = answers.setPassphrase
    Object.assign(answers, {
      setPassphrase: async (question: never) => {
        await change(other, importOf('evmKey'))
        return ask?.(question)
      },
    })
    const changing = vault.changeWallet({ ...(await released('change')), change: toPassphrase })
    await expect(changing).rejects.toThrowError(refusal('WALLET_CHANGED'))
    expect((await vault.status(undefined)).wallet?.record.addresses.eip155).toHaveLength(2)
  })

  test('doesn’t block other tabs, which unlock and sign out while the user is asked', async () => {
    const { open, vault, answers, released, record } = await loggedIn()
    const question = Promise.withResolvers<void>()
    Object.assign(answers, {
      setPassphrase: () => {
        question.resolve()
        return new Promise(() => undefined)
      },
    })
    const changing = vault.changeWallet({ ...(await released('change')), change: toPassphrase })
    const declined = expect(changing).rejects.toThrowError(refusal('USER_REJECTED'))
    await question.promise
    const other = open()
    await other.unlock(await released('unlock', other))
    expect(await canSign(other, ownAddress(record))).toBe(true)
    await expect(vault.revealKeys(await released('export'))).rejects.toThrowError(refusal('WALLET_BUSY'))
    await other.forgetDevice({ userId: record.userId, wallet: record })
    await declined
    expect((await vault.status(undefined)).wallet).toBeNull()
  })

  test('ends with the screen', async () => {
    const { vault, answers, released } = await loggedIn()
    for (const end of ['closeScreen', 'lock'] as const) {
      const question = Promise.withResolvers<void>()
      Object.assign(answers, {
        createPasskey: () => {
          question.resolve()
          return new Promise(() => undefined)
        },
      })
      const changing = vault.changeWallet({ ...(await released('change')), change: toPasskey })
      const declined = expect(changing).rejects.toThrowError(refusal('USER_REJECTED'))
      await question.promise
      await vault[end](undefined)
      await declined
    }
  })
})

describe('an export', () => {
  const sources = async () => {
    const known = await loggedIn()
    const mnemonic = generateMnemonic(english)
    const key = generatePrivateKey()
    const pair = Keypair.generate()
    known.owner.imports = [mnemonic, key, base58.encode(pair.secretKey)]
    for (const from of ['mnemonic', 'evmKey', 'solanaKey'] as const) await change(known.parties, importOf(from))
    return { ...known, mnemonic, key, pair }
  }

  test('shows every source and key with its addresses, as viem and web3.js take it', async () => {
    const { vault, released, asked, record, mnemonic, key, pair } = await sources()
    expect(await vault.revealKeys(await released('export'))).toEqual({ seen: true })
    const shown = asked.at(-1)
    if (shown?.kind !== 'reveal') throw new Error('nothing was shown')
    const groups = shown.question.groups.map(({ text, ...group }) => ({
      ...group,
      text: new TextDecoder().decode(text),
    }))
    const [own] = groups
    expect(mnemonicToAccount(own?.text ?? '').address).toBe(ownAddress(record))
    expect(own?.text.split(' ')).toHaveLength(24)
    const words = mnemonicToAccount(mnemonic).address
    expect(groups.map(({ kind, addresses }) => [kind, ...addresses])).toEqual([
      ['words', ownAddress(record), record.addresses.solana[0]],
      ['evmKey', ownAddress(record)],
      ['solanaKey', record.addresses.solana[0]],
      ['words', words, expect.any(String)],
      ['evmKey', words],
      ['solanaKey', expect.any(String)],
      ['evmKey', privateKeyToAccount(key).address],
      ['solanaKey', pair.publicKey.toBase58()],
    ])
    expect(groups[3]?.text).toBe(mnemonic)
    for (const { kind, addresses, text } of groups) {
      if (kind === 'evmKey') expect(privateKeyToAccount(text as `0x${string}`).address).toBe(addresses[0])
      if (kind === 'solanaKey')
        expect(Keypair.fromSecretKey(base58.decode(text)).publicKey.toBase58()).toBe(addresses[0])
    }
  })

  test('writes a file that the passphrase opens', async () => {
    const { vault, released, asked } = await sources()
    const { file } = await vault.makeRecoveryFile(await released('export'))
    const question = asked.at(-1)
    expect(question).toMatchObject({ kind: 'setPassphrase', question: { purpose: 'file' } })
    const read = readRecoveryFile(new TextDecoder().decode(file))
    const { addresses } = (await vault.status(undefined)).wallet?.record ?? {}
    expect(read.addresses).toEqual(addresses)
    const salt = Buffer.from(read.kdf.salt, 'base64url')
    const passphrase = new TextEncoder().encode('correct horse battery staple')
    const digest = await crypto.subtle.digest('SHA-256', Buffer.concat([passphrase, salt]))
    const payload = await withSecrets(async (hold) =>
      structuredClone(await openRecoveryFile(read, new Uint8Array(digest) as Bytes as SecretBytes, hold)),
    )
    expect(payload.sources.map(({ kind }) => kind)).toEqual(['mnemonic', 'mnemonic', 'evmKey', 'solanaKey'])
  })

  test.each(['unlock', 'change'] as const)('with a share for %s is refused before anything is shown', async (use) => {
    const { vault, released, asked } = await loggedIn()
    await expect(vault.revealKeys(await released(use))).rejects.toThrowError(refusal('SHARE_INVALID'))
    await expect(vault.makeRecoveryFile(await released(use))).rejects.toThrowError(refusal('SHARE_INVALID'))
    expect(asked).toEqual([])
  })

  test('shows keys for fifteen minutes at most, whoever forgets them there', async () => {
    const { vault, clock, released, answers } = await loggedIn()
    const question = Promise.withResolvers<void>()
    Object.assign(answers, {
      reveal: () => {
        question.resolve()
        return new Promise(() => undefined)
      },
    })
    const showing = vault.revealKeys(await released('export'))
    const over = expect(showing).rejects.toThrowError(refusal('USER_REJECTED'))
    await question.promise
    clock.advance(15 * 60_000)
    await over
  })

  test('a share for it unlocks nothing', async () => {
    const { open, released } = await loggedIn()
    for (const use of ['change', 'export'] as const) {
      const tab = open()
      await expect(tab.unlock(await released(use, tab))).rejects.toThrowError(refusal('SHARE_INVALID'))
    }
  })
})
