import { authorityKeysTable } from '@latchkey/service-kit/keys/rotation/authorityKeysTable'
import { runRotation } from '@latchkey/service-kit/keys/rotation/runRotation'
import { recoverySharesTable } from '../recoveryShare/recoverySharesTable.ts'

// Creates a new wrapping key for custody, and rewraps all of its rows.
await runRotation('custody', [authorityKeysTable('custody'), recoverySharesTable])
