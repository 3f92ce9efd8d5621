import { expect, test } from 'vitest'
import { createHarness } from './harness.ts'
import { createKillSwitch } from './killSwitch.ts'
import { walkWallet } from './walletWalk.ts'

test('whatever two devices do at once, and wherever the services die, no address that was shown is lost', async () => {
  const kill = createKillSwitch()
  await using harness = await createHarness({ wrapDatabase: kill.wrapDatabase })
  const walked = { crashes: 0, committed: 0, refused: 0 }
  for (const seed of [1, 2, 3, 4]) {
    const { crashes, committed, refused } = await walkWallet(harness, kill, {
      seed,
      rounds: 12,
      email: `walker${seed}@example.com`,
    })
    walked.crashes += crashes
    walked.committed += committed
    walked.refused += refused
  }
  const [row] = await harness.database.transaction('api', (sql) => sql`SELECT count(*)::int AS wallets FROM wallets`)
  expect(row).toEqual({ wallets: 4 })
  expect(walked.crashes).toBeGreaterThan(10)
  expect(walked.committed).toBeGreaterThan(20)
  expect(walked.refused).toBeGreaterThan(10)
}, 240_000)
