import { expect, test } from 'vitest'
import { drillRestore } from './drillRestore.ts'
import { expected } from './expected.ts'
import type { UserName } from './users.ts'

// `npm run drill:restore` loses everything else too, with all users.
test('after a restore nobody loses a wallet that their browser still has, and no session of before goes on', async () => {
  const names: UserName[] = [
    'signed up since',
    'signed up since, and comes with a new browser first',
    'signed up since, and imported an account on a second browser',
    'replaced the key since',
    'signed up and replaced the key since',
    'chose a passphrase and replaced the key since, and comes with a new browser first',
  ]
  const drilled = await drillRestore('the database', names)
  for (const { user, saw } of drilled) expect([user, saw]).toEqual([user, expected['the database'][user]])
})
