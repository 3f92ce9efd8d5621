import { authorityKeysTable } from '../../kms/rotation/authorityKeysTable.ts'
import { runRotation } from '../../kms/rotation/runRotation.ts'
import { recoverySharesTable } from '../recoveryShare/recoverySharesTable.ts'

// A new wrapping key for custody, and all its rows wrapped by it.
await runRotation('custody', [authorityKeysTable('custody'), recoverySharesTable])
