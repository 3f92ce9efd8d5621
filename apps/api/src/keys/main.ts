import { authorityKeysTable } from '@latchkey/service-kit/keys/rotation/authorityKeysTable'
import { runRotation } from '@latchkey/service-kit/keys/rotation/runRotation'
import { walletSharesTables } from '../wallet/walletSharesTables.ts'

// A new wrapping key for the api, and all its rows wrapped by it.
await runRotation('api', [authorityKeysTable('api'), ...walletSharesTables])
