import { authorityKeysTable } from '@latchkey/service-kit/keys/rotation/authorityKeysTable'
import { runRotation } from '@latchkey/service-kit/keys/rotation/runRotation'
import { walletSharesTables } from '../wallet/walletSharesTables.ts'

// Creates a new wrapping key for the api, and rewraps all of its rows.
await runRotation('api', [authorityKeysTable('api'), ...walletSharesTables])
