import type { Stack } from '@latchkey/local'
import { readDatabase } from '../../probe/changeDatabase.ts'

/** Returns the number of users, identities and wallets at either authority; stops the api meanwhile. */
export const countPeople = async (stack: Stack): Promise<unknown> => {
  const [counts] = await readDatabase(
    stack,
    `SELECT (SELECT count(*) FROM latchkey_custody.people) AS people,
            (SELECT count(*) FROM latchkey_custody.identities) AS identities,
            (SELECT count(*) FROM latchkey_api.users) AS users,
            (SELECT count(*) FROM latchkey_api.user_logins) AS logins,
            (SELECT count(*) FROM latchkey_api.wallets) AS wallets`,
  )
  return counts
}
