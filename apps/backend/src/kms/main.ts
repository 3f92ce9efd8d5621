import * as z from 'zod/mini'
import { runMain } from '../runMain.ts'
import { kmsFields, readKmsFields } from '../settings/kmsFields.ts'
import { readEnvironment } from '../settings/readEnvironment.ts'
import { openKms } from './openKms.ts'

// Rotates the wrapping key of one authority, while its services run: they wrap with the new one from now on, and open what
// the old ones wrapped.
await runMain(async () => {
  await openKms(readKmsFields(readEnvironment(z.object(kmsFields), process.env))).rotate()
})
