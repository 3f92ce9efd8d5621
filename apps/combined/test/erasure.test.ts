import { describe, expect, test } from 'vitest'
import { confirm, createHarness, type Harness, logIn } from './harness.ts'

const email = 'ada@example.com'
const next = 'ada@new.example'
const dappOrigin = 'http://127.0.0.1:3000'
const day = 86_400

const loggedIn = async (harness: Harness, of = email) => {
  const device = await harness.device()
  return { device, ...(await logIn(harness, device, of)) }
}
const erase = async ({ device, accessToken, custodyToken }: Awaited<ReturnType<typeof loggedIn>>) => {
  await device.client.call('eraseAccount', {}, { accessToken })
  await device.client.call('eraseAtCustody', {}, { accessToken: custodyToken })
}
/** Every value of every row in a schema that holds this text. */
const mentions = (harness: Harness, role: 'api' | 'custody', text: string) =>
  harness.database.transaction(role, async (sql) => {
    const found = await sql<{ name: string; rows: string }>`
      SELECT table_name AS name,
        query_to_xml('SELECT * FROM ' || quote_ident(table_schema) || '.' || quote_ident(table_name), true, false, '')::text AS rows
      FROM information_schema.tables WHERE table_schema = ${`latchkey_${role}`} AND table_type = 'BASE TABLE'`
    return found.filter(({ rows }) => rows.includes(text)).map(({ name }) => name)
  })

describe('an account that is erased', () => {
  test('is gone at both authorities: no session, share or record opens anything, and the email begins another account', async () => {
    await using harness = await createHarness()
    const other = await loggedIn(harness)
    harness.clock.advance(31)
    const person = await loggedIn(harness)
    const { walletId, generation, recoveryShareId } = person.wallet
    await erase(person)
    const expired = { name: 'SESSION_EXPIRED' }
    for (const { device, accessToken, refreshToken } of [person, other]) {
      await expect(device.client.call('getWallet', {}, { accessToken })).rejects.toMatchObject(expired)
      await expect(device.client.call('refreshSession', { refreshToken })).rejects.toMatchObject(expired)
    }
    const share = { walletId, generation, recoveryShareId }
    await expect(
      person.device.client.call('releaseRecoveryShare', share, { accessToken: person.custodyToken }),
    ).rejects.toMatchObject({ name: 'WALLET_NOT_FOUND' })
    harness.clock.advance(31)
    const again = await loggedIn(harness)
    expect(again.userId).not.toBe(person.userId)
    expect(again.wallet.walletId).not.toBe(walletId)
  })

  test('leaves no email, address or device; an audit line of each authority says that it was erased, and no more', async () => {
    await using harness = await createHarness()
    const person = await loggedIn(harness)
    await erase(person)
    const [address = ''] = person.wallet.addresses.eip155
    for (const role of ['api', 'custody'] as const) {
      // What limits count is there for a day, and the log until it is old (infra/README.md, "Retention").
      expect(await mentions(harness, role, email)).toEqual(role === 'custody' ? ['email_attempts'] : [])
      expect(await mentions(harness, role, address)).toEqual([])
      const lines = await harness.database.transaction(
        role,
        (sql) => sql`SELECT device_id, dapp_origin FROM audit_log WHERE event = 'account erased'`,
      )
      expect(lines).toEqual([{ device_id: '', dapp_origin: null }])
    }
  })

  test('needs a code of the last five minutes', async () => {
    await using harness = await createHarness()
    const person = await loggedIn(harness)
    harness.clock.advance(301)
    const { client } = person.device
    const erasing = () => client.call('eraseAccount', {}, person)
    await expect(erasing()).rejects.toMatchObject({ name: 'STEP_UP_REQUIRED' })
    await confirm(harness, person.device, email, person.accessToken)
    await erasing()
  })

  test('waits while a former address may take the account back, at either authority', async () => {
    await using harness = await createHarness()
    const person = await loggedIn(harness)
    const { client } = person.device
    const { changeId } = await client.call('startEmailChange', { dappOrigin, email, newEmail: next })
    const { apiGrant, custodyToken } = await client.call('proveOldEmail', {
      changeId,
      code: harness.mailbox.codeFor(email),
    })
    await client.call('confirmSession', { apiGrant }, person)
    await client.call('prepareEmailChange', { newEmail: next }, person)
    const { statement } = await client.call('proveNewEmail', { changeId, code: harness.mailbox.codeFor(next) })
    await client.call('finishEmailChange', { statement }, person)
    const waits = { name: 'ERASURE_WAITS' }
    await expect(client.call('eraseAccount', {}, person)).rejects.toMatchObject(waits)
    await expect(client.call('eraseAtCustody', {}, { accessToken: custodyToken })).rejects.toMatchObject(waits)
    harness.clock.advance(7 * day + 1)
    await erase(await loggedIn(harness, next))
  })

  test('that custody has not heard of is refused at the next sign-in, which can then erase it there', async () => {
    await using harness = await createHarness()
    const person = await loggedIn(harness)
    await person.device.client.call('eraseAccount', {}, person)
    harness.clock.advance(31)
    const device = await harness.device()
    const { attemptId } = await device.startEmail(email)
    const verified = await device.client.call('emailVerify', { attemptId, code: harness.mailbox.codeFor(email) })
    expect(verified.userId).toBe(person.userId)
    await expect(device.client.call('startSession', { apiGrant: verified.apiGrant, dappOrigin })).rejects.toMatchObject(
      { name: 'ACCOUNT_ERASED' },
    )
    for (let times = 0; times < 2; times++)
      await device.client.call('eraseAtCustody', {}, { accessToken: verified.custodyToken })
    harness.clock.advance(31)
    expect((await loggedIn(harness)).userId).not.toBe(person.userId)
  })

  test('is nobody else’s', async () => {
    await using harness = await createHarness()
    const [ada, bob] = [await loggedIn(harness), await loggedIn(harness, 'bob@example.com')]
    await erase(ada)
    expect(await bob.device.unlock(bob.accessToken)).toBe(bob.wallet.addresses.eip155[0])
  })
})
