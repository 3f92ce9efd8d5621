import { authorityKeysTable } from '@latchkey/service-kit/keys/rotation/authorityKeysTable'
import { runRotation } from '@latchkey/service-kit/keys/rotation/runRotation'
import { recoverySharesTable } from '../recoveryShare/recoverySharesTable.ts'

// A new wrapping key for custody, and all its rows wrapped by it.
await runRotation('custody', [authorityKeysTable('custody'), recoverySharesTable])
