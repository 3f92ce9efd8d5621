import { authorityKeysTable } from '@latchkey/service-kit/kms/rotation/authorityKeysTable'
import { runRotation } from '@latchkey/service-kit/kms/rotation/runRotation'
import { walletSharesTables } from '../wallet/walletSharesTables.ts'

// A new wrapping key for the api, and all its rows wrapped by it.
await runRotation('api', [authorityKeysTable('api'), ...walletSharesTables])
