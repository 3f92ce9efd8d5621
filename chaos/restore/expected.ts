import type { LossName } from './losses.ts'
import type { UserName } from './users.ts'

const same = ['known browser: goes on: same wallet', 'new browser: same wallet']
const unharmed: Readonly<Record<UserName, readonly string[]>> = {
  'signed up before the backup': same,
  'signed up since': same,
  'signed up since, and comes with a new browser first': same.toReversed(),
  'revoked a browser since': ['revoked browser: signs in: same wallet', 'known browser: goes on: same wallet'],
  'imported an account since': same,
  'signed up since, and imported an account on a second browser': [
    'second browser: goes on: same wallet',
    'known browser: goes on: same wallet',
    'second browser: goes on: same wallet',
  ],
  'replaced the key since': same,
  'chose a passphrase since': [same[0] ?? '', 'new browser: same wallet with the passphrase'],
  'signed up and replaced the key since': same,
  'chose a passphrase and replaced the key since, and comes with a new browser first': [
    'new browser: same wallet with the passphrase',
    same[0] ?? '',
    'new browser: same wallet with the passphrase',
  ],
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
  // The first browser has made the recovery pair, and both have every record.
  'signed up since, and imported an account on a second browser': [
    'second browser: signs in: WALLET_ONLY_HERE',
    'known browser: signs in: same wallet',
    'second browser: signs in: same wallet',
  ],
  'replaced the key since': signsIn,
  'chose a passphrase since': [signsIn[0] ?? '', 'new browser: same wallet with the passphrase'],
  'signed up and replaced the key since': signsIn,
  // Until the browser with the passphrase returns, the recovery method is the backup's.
  'chose a passphrase and replaced the key since, and comes with a new browser first': [
    'new browser: same wallet',
    signsIn[0] ?? '',
    'new browser: same wallet with the passphrase',
  ],
}

/** The api knows the wallet, so that no browser makes another one; custody has its share again once the browser with it returns. */
const restoredCustody = {
  ...restored,
  'signed up since, and imported an account on a second browser': [
    'second browser: signs in: same wallet',
    'known browser: signs in: same wallet',
    'second browser: goes on: same wallet',
  ],
  'signed up since, and comes with a new browser first': [
    'new browser: WALLET_NOT_FOUND',
    'known browser: signs in: same wallet',
  ],
  'chose a passphrase and replaced the key since, and comes with a new browser first': [
    'new browser: WALLET_NOT_FOUND',
    'known browser: signs in: same wallet',
    'new browser: same wallet with the passphrase',
  ],
}

/** Custody has dropped the share of the record to which the api was restored, and has the newest one. */
const restoredApi = {
  ...restored,
  'chose a passphrase and replaced the key since, and comes with a new browser first':
    restoredCustody['chose a passphrase and replaced the key since, and comes with a new browser first'],
}

/** The expected results of each user and loss; `infra/README.md`, "After a restore", describes them. */
export const expected: Readonly<Record<LossName, Readonly<Record<UserName, readonly string[]>>>> = {
  'the database': restored,
  'the api’s database': restoredApi,
  'custody’s database': restoredCustody,
  'the api’s key ring': unharmed,
  'custody’s key ring': unharmed,
}
