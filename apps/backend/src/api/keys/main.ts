import { authorityKeysTable } from '../../kms/rotation/authorityKeysTable.ts'
import { runRotation } from '../../kms/rotation/runRotation.ts'
import { walletSharesTables } from '../wallet/walletSharesTables.ts'

// A new wrapping key for the api, and all its rows wrapped by it.
await runRotation('api', [authorityKeysTable('api'), ...walletSharesTables])
