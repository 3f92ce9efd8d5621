import { authorityKeysTable } from '@latchkey/service-kit/kms/rotation/authorityKeysTable'
import { runRotation } from '@latchkey/service-kit/kms/rotation/runRotation'
import { recoverySharesTable } from '../recoveryShare/recoverySharesTable.ts'

// A new wrapping key for custody, and all its rows wrapped by it.
await runRotation('custody', [authorityKeysTable('custody'), recoverySharesTable])
