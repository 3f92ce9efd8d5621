import type { LossName } from './losses.ts'
import type { UserName } from './users.ts'

const same = ['known browser: goes on: same wallet', 'new browser: same wallet']
const unharmed: Readonly<Record<UserName, readonly string[]>> = {
  'signed up before the backup': same,
  'signed up since': same,
  'signed up since, and comes with a new browser first': same.toReversed(),
  'revoked a browser since': ['revoked browser: signs in: same wallet', 'known browser: goes on: same wallet'],
  'imported an account since': same,
  'replaced the key since': same,
  'chose a passphrase since': [same[0] ?? '', 'new browser: same wallet with the passphrase'],
}
const signsIn = ['known browser: signs in: same wallet', 'new browser: same wallet']
const restored: Readonly<Record<UserName, readonly string[]>> = {
  'signed up before the backup': signsIn,
  'signed up since': signsIn,
  'signed up since, and comes with a new browser first': [
    'new browser: another wallet',
    'known browser: signs in: WALLET_ONLY_HERE',
  ],
  'revoked a browser since': ['revoked browser: signs in: same wallet', 'known browser: signs in: same wallet'],
  'imported an account since': signsIn,
  'replaced the key since': signsIn,
  'chose a passphrase since': [signsIn[0] ?? '', 'new browser: same wallet with the passphrase'],
}

/** The api knows the wallet, so that no browser makes another one; custody has its share again once the browser with it comes. */
const restoredCustody = {
  ...restored,
  'signed up since, and comes with a new browser first': [
    'new browser: WALLET_NOT_FOUND',
    'known browser: signs in: same wallet',
  ],
}

/** What each user sees of each loss; `infra/README.md`, "After a restore", says it in words. */
export const expected: Readonly<Record<LossName, Readonly<Record<UserName, readonly string[]>>>> = {
  'the database': restored,
  'the api’s database': restored,
  'custody’s database': restoredCustody,
  'the api’s key ring': unharmed,
  'custody’s key ring': unharmed,
}
