/**
 * Destroys each database and key ring in turn, restores it from a backup, and prints each user's results: `npm run drill:restore`. Exits
 * with 1 when they differ from `expected.ts`.
 */
import { formatTable } from '../../scripts/formatTable.ts'
import { drillRestore } from './drillRestore.ts'
import { expected } from './expected.ts'
import { type LossName, losses } from './losses.ts'
import { type UserName, users } from './users.ts'

let unexpected = 0
for (const loss of Object.keys(losses) as LossName[]) {
  const drilled = await drillRestore(loss, Object.keys(users) as UserName[])
  const rows = drilled.map(({ user, saw }) => {
    const isExpected = JSON.stringify(saw) === JSON.stringify(expected[loss][user])
    if (!isExpected) unexpected++
    return [
      user,
      saw[0] ?? '',
      saw[1] ?? '',
      saw[2] ?? '',
      isExpected ? '' : `expected: ${expected[loss][user].join('; ')}`,
    ]
  })
  console.log(`\n${formatTable([[`Lost ${loss}; the user`, 'first', 'then', 'last', ''], ...rows])}`)
}
console.log(`\n${unexpected} other than expected`)
if (unexpected > 0) process.exitCode = 1
