/** False recovery shares, beside the genuine signed records, after a restore. */
import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { signToken } from '@latchkey/service-kit/keys/tokens'
import { describe, expect, test } from 'vitest'
import { createHarness, type Harness } from './harness.ts'
import { changedSince, email, fresh, outcome, rotate, toPassphrase } from './restoredBrowsers.fixture.ts'
import { newShareNonce } from './testDevice.ts'

describe('a thief with the mailbox, the genuine signed records and false halves', () => {
  const refused = expect.objectContaining({ name: 'SHARE_INVALID' })
  const comes = async (harness: Harness) => {
    const thief = await harness.device()
    harness.clock.advance(31)
    const { attemptId } = await thief.startEmail(email)
    return { thief, login: await thief.finishLogin(attemptId, harness.mailbox.codeFor(email)) }
  }
  const staysWhole = async (harness: Harness, { known, address }: Awaited<ReturnType<typeof changedSince>>) => {
    expect(await outcome(await known())).toBe(address)
    const other = await fresh(harness)
    expect(await outcome(other)).toBe(address)
    expect(other.entered()).toBe(1)
  }

  test.each<[string, boolean]>([
    ['a passphrase', false],
    ['the wallet and a passphrase', true],
  ])('has no authority keep them after a restore that lost %s', async (_, signsUp) => {
    await using harness = await createHarness()
    const changed = await changedSince(harness, [toPassphrase], signsUp)
    const [created, passphrase] = changed.sent
    if (created?.upload.kind !== 'created' || passphrase?.upload.kind !== 'changed') throw new Error('two records')
    const { record } = passphrase
    const { thief, login } = await comes(harness)
    await expect(thief.offerAnything(record, login.custodyToken)).rejects.toThrowError(refused)

    // Nor does the api, if custody has stored one.
    const custody = await openAuthorityKeyring('custody', harness.database, harness.kms('custody'))
    const { userId, walletId, generation, recoveryShareId, revision } = record
    const of = { sub: userId, wallet_id: walletId, generation, recovery_share_id: recoveryShareId, revision }
    const receipt = await signToken('receipt', of, custody.signing, harness.clock)
    const junk = crypto.getRandomValues(new Uint8Array(33))
    const sealedAuthShare = await thief.sealFor('api', 'auth', record, junk)
    const sealedRecoveryAuthShare = await thief.sealFor('api', 'recovery-auth', record, junk)
    const change = { record, signature: passphrase.upload.signature }
    const { addressProofs = [] } = created.upload
    const sent = signsUp
      ? thief.client.call(
          'createWallet',
          {
            record: created.record,
            addressProofs,
            sealedAuthShare,
            sealedRecoveryAuthShare,
            receipt,
            changes: [change],
          },
          login,
        )
      : thief.client.call('replaceWallet', { ...change, recovery: { sealedRecoveryAuthShare, receipt } }, login)
    await expect(sent).rejects.toThrowError(refused)
    await staysWhole(harness, changed)
  })

  test('is told no signature by the api, neither for recovery nor with an auth share of their own making', async () => {
    await using harness = await createHarness()
    const browser = await fresh(harness)
    const caller = await browser.signIn()
    for (const change of [rotate, toPassphrase]) await browser.change(caller, change)
    const { wallet, sent = [] } = await browser.vault.status({ with: 'sent' })
    const { thief, login } = await comes(harness)
    if (wallet === null) throw new Error('a wallet')
    const { walletId, generation, revision } = wallet.record
    const of = { walletId, generation }
    const released = await thief.client.call('releaseRecoveryAuthShare', { ...of, nonce: newShareNonce() }, login)
    const share = crypto.getRandomValues(new Uint8Array(33))
    const sealedShare = await thief.sealFor('api', 'auth', wallet.record, share, released.sessionId)
    await thief.client.call('putAuthShare', { ...of, sealedShare }, login)
    const answers: unknown[] = [released]
    for (let since = 1; since <= revision; since++)
      answers.push(
        await thief.client.call('releaseAuthShare', { ...of, use: 'unlock', nonce: newShareNonce(), since }, login),
      )
    const signatures = sent.flatMap(({ upload }) => (upload.kind === 'changed' ? [upload.signature] : []))
    expect(signatures).toHaveLength(2)
    for (const text of answers.map((answer) => JSON.stringify(answer))) {
      expect(text).toContain('signatureDigest')
      for (const signature of signatures) expect(text).not.toContain(signature)
    }
  })

  test('has custody keep none when custody alone was restored', async () => {
    await using harness = await createHarness()
    const changed = await changedSince(harness, [toPassphrase], false, true)
    const { thief, login } = await comes(harness)
    if (changed.record === undefined) throw new Error('a wallet')
    expect(login.wallet).toEqual(changed.record)
    await expect(thief.offerAnything(changed.record, login.custodyToken)).rejects.toThrowError(refused)
    await staysWhole(harness, changed)
  })
})
