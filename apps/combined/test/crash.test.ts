import { expect, test } from 'vitest'
import { createHarness, logIn } from './harness.ts'
import { createKillSwitch } from './killSwitch.ts'

test('killed at any step of the first login and restarted, a user ends with one wallet, and with the address they saw', async () => {
  const kill = createKillSwitch()
  await using harness = await createHarness({ wrapDatabase: kill.wrapDatabase })
  const fetch = kill.wrapFetch(harness.fetch)
  let step = 0

  for (; ; step++) {
    const email = `person${step}@example.com`
    const device = await harness.device({ fetch })
    kill.killAt(step)
    const shown = await logIn(harness, device, email).then(
      ({ wallet }) => wallet.addresses.eip155[0],
      () => null,
    )
    if (!kill.revive()) break

    await harness.restart()
    harness.clock.advance(31)
    const again = await logIn(harness, device, email)
    const address = again.wallet.addresses.eip155[0]
    if (shown !== null) expect(address).toBe(shown)
    expect(await device.unlock(again.accessToken)).toBe(address)

    harness.clock.advance(31)
    const other = await harness.device()
    const recovered = await logIn(harness, other, email)
    expect(recovered.wallet).toEqual(again.wallet)
    expect(await other.unlock(recovered.accessToken)).toBe(address)
  }

  // Each user has one wallet, including the last one, who was undisturbed.
  const [row] = await harness.database.transaction('api', (sql) => sql`SELECT count(*)::int AS count FROM wallets`)
  expect(row).toEqual({ count: step + 1 })
  expect(step).toBeGreaterThan(40)
}, 240_000)
