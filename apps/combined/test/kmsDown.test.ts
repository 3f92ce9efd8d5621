import { AppError } from '@latchkey/protocol/errors'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import { expect, test } from 'vitest'
import { createHarness, logIn } from './harness.ts'
import { newShareNonce } from './testDevice.ts'

const email = 'ada@example.com'

test('while its keys are away a service releases, keeps and mails nothing and says so; when they are back all is as before', async () => {
  let isAway = false
  const away =
    <input extends unknown[], output>(work: (...input: input) => Promise<output>) =>
    (...input: input): Promise<output> =>
      isAway ? Promise.reject(new AppError('KEYS_UNREACHABLE')) : work(...input)
  const wrapKms = (kms: Kms): Kms => ({
    generateDataKey: away(kms.generateDataKey),
    unwrap: away(kms.unwrap),
    rewrap: away(kms.rewrap),
    mac: away(kms.mac),
    macs: away(kms.macs),
    prepare: away(kms.prepare),
    rotate: away(kms.rotate),
  })
  await using harness = await createHarness({ wrapKms })
  const device = await harness.device()
  const { accessToken, custodyToken, refreshToken, wallet } = await logIn(harness, device, email)
  const { walletId, generation, recoveryShareId } = wallet
  const share = { walletId, generation, recoveryShareId, use: 'unlock' as const, nonce: newShareNonce() }
  const counts = () =>
    harness.database.transaction(
      'api',
      (sql) => sql`
        SELECT (SELECT count(*)::int FROM auth_shares) AS shares, (SELECT count(*)::int FROM sessions) AS sessions,
          (SELECT count(*)::int FROM refresh_tokens) AS tokens`,
    )
  harness.clock.advance(31)
  const fresh = await logIn(harness, device, email)
  const changed = await device.prepareChange('rotate', fresh)
  const before = [await counts(), harness.mailbox.mails.length]

  isAway = true
  harness.clock.advance(31)
  const { client } = device
  const answers = await Promise.allSettled([
    client.call('releaseAuthShare', share, { accessToken }),
    client.call('releaseRecoveryAuthShare', share, { accessToken }),
    client.call('releaseRecoveryShare', share, { accessToken: custodyToken }),
    client.call('refreshSession', { refreshToken }),
    client.call('releaseAuthShare', { ...share, use: 'export' }, { accessToken: fresh.accessToken }),
    device.sendChange(changed, fresh),
    client.call('emailStart', { dappOrigin: 'http://127.0.0.1:3000', email }),
  ])
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 'rejected', reason: { name: 'KEYS_UNREACHABLE' } })
  expect([await counts(), harness.mailbox.mails.length]).toEqual(before)

  isAway = false
  expect(await device.unlock(fresh.accessToken)).toBe(wallet.addresses.eip155[0])
  await client.call('refreshSession', { refreshToken })
  const other = await harness.device()
  expect((await logIn(harness, other, email)).wallet).toEqual(wallet)
})
