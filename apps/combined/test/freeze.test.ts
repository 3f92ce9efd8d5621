import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endSessions } from '../../api/src/session/endSessions.ts'
import { createHarness, type Harness, logIn } from './harness.ts'

/** Both services with a limits file, one signed-in user, and a way to write the operator's switches. */
const start = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-freeze-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'limits.json')
  let written = 0
  // Each content has a different length, as the file's time may not differ.
  const freeze = (frozen: object): void => writeFileSync(file, JSON.stringify({ frozen }) + ' '.repeat(++written))
  const harness = await createHarness({ limits: { file, calls: false, mails: false } })
  onTestFinished(() => harness[Symbol.asyncDispose]())
  const device = await harness.device()
  const { accessToken, userId } = await logIn(harness, device, 'ada@example.com')
  return { harness, freeze, device, accessToken, userId }
}
const frozen = { name: 'FROZEN' }
const signIn = async (harness: Harness, email: string) => logIn(harness, await harness.device(), email)

test('while sign-ins are stopped nobody signs in, those who are signed in go on, and it ends when the file says so', async () => {
  const { harness, freeze, device, accessToken } = await start()
  const mails = harness.mailbox.mails.length
  freeze({ signIns: true })
  await expect(signIn(harness, 'bob@example.com')).rejects.toMatchObject(frozen)
  expect(harness.mailbox.mails).toHaveLength(mails)
  expect(await device.unlock(accessToken)).toMatch(/^0x/)
  freeze({})
  expect((await signIn(harness, 'bob@example.com')).userId).toBeTruthy()
})

test('while signing is stopped no wallet is opened, and people still sign in', async () => {
  const { harness, freeze, device, accessToken } = await start()
  freeze({ signing: true })
  await expect(device.unlock(accessToken)).rejects.toMatchObject(frozen)
  const other = await harness.device()
  await expect(logIn(harness, other, 'bob@example.com')).rejects.toMatchObject(frozen)
  freeze({})
  expect(await device.unlock(accessToken)).toMatch(/^0x/)
})

test('one user is stopped, and nobody else', async () => {
  const { harness, freeze, device, accessToken, userId } = await start()
  const bob = await harness.device()
  const bobs = await logIn(harness, bob, 'bob@example.com')
  freeze({ signIns: { users: [userId] }, signing: { users: [userId] } })
  await expect(device.unlock(accessToken)).rejects.toMatchObject(frozen)
  await expect(signIn(harness, 'ada@example.com')).rejects.toMatchObject(frozen)
  expect(await bob.unlock(bobs.accessToken)).toMatch(/^0x/)
})

test('one project is stopped, and no other', async () => {
  const { harness, freeze, device, accessToken } = await start()
  freeze({ signIns: { projects: ['demo'] }, signing: { projects: ['demo'] } })
  await expect(device.unlock(accessToken)).rejects.toMatchObject(frozen)
  await expect(signIn(harness, 'bob@example.com')).rejects.toMatchObject(frozen)
  freeze({ signIns: { projects: ['other'] }, signing: { projects: ['other'] } })
  expect(await device.unlock(accessToken)).toMatch(/^0x/)
  expect((await signIn(harness, 'bob@example.com')).userId).toBeTruthy()
})

test('one project is stopped for every call of its sessions, whatever the address of a call says', async () => {
  const { harness, freeze, device, accessToken } = await start()
  freeze({ signIns: { projects: ['demo'] }, signing: { projects: ['demo'] } })
  const [walletId, generation] = [crypto.randomUUID(), 1]
  const nonce = 'A'.repeat(22)
  await expect(
    device.client.call('releaseRecoveryAuthShare', { walletId, generation, nonce }, { accessToken }),
  ).rejects.toMatchObject(frozen)
  await expect(
    device.client.call('prepareEmailChange', { newEmail: 'bob@example.com' }, { accessToken }),
  ).rejects.toMatchObject(frozen)
  const elsewhere = await harness.device({
    fetch: (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      url.searchParams.set('projectId', 'other')
      return harness.fetch(new Request(url, request))
    },
  })
  await expect(logIn(harness, elsewhere, 'bob@example.com')).rejects.toMatchObject(frozen)
})

test('one user is stopped in an email change that has begun', async () => {
  const { harness, freeze, device, userId } = await start()
  const asked = { dappOrigin: 'http://127.0.0.1:3000', email: 'ada@example.com', newEmail: 'new@example.com' }
  harness.clock.advance(31)
  const { changeId } = await device.client.call('startEmailChange', asked)
  freeze({ signIns: { users: [userId] } })
  const code = harness.mailbox.codeFor('ada@example.com')
  await expect(device.client.call('proveOldEmail', { changeId, code })).rejects.toMatchObject(frozen)
})

test('an operator ends the sessions of one user, of a project, of all; who signs in again has the same wallet', async () => {
  const { harness, device, accessToken, userId } = await start()
  const address = await device.unlock(accessToken)
  const bob = await harness.device()
  const bobs = await logIn(harness, bob, 'bob@example.com')

  expect(await endSessions(harness, { userId })).toBe(1)
  await expect(device.unlock(accessToken)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
  expect(await bob.unlock(bobs.accessToken)).toMatch(/^0x/)

  expect(await endSessions(harness, { projectId: 'other' })).toBe(0)
  expect(await endSessions(harness, { projectId: 'demo' })).toBe(1)
  await expect(bob.unlock(bobs.accessToken)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })

  const again = await logIn(harness, device, 'ada@example.com')
  expect(await device.unlock(again.accessToken)).toBe(address)
  const { entries } = await device.client.call('apiAuditLog', {}, { accessToken: again.accessToken })
  expect(entries.map(({ event }) => event)).toContain('sessions ended by the operator')
  expect(await endSessions(harness, { all: true })).toBe(1)
  expect(await endSessions(harness, { all: true })).toBe(0)
})
