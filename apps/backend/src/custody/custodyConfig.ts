import * as z from 'zod/mini'
import { authorityFields, isLocal, readAuthority, requireSecure } from '../settings/authoritySettings.ts'
import { custodyFields, readCustodyFields } from '../settings/fields.ts'
import { type Environment, readEnvironment, UnusableSettings } from '../settings/readEnvironment.ts'
import type { CustodySettings } from './startCustody.ts'

const environment = z.object({ ...authorityFields, ...custodyFields })

/** The settings of custody's own process. Throws UnusableSettings, also for what is unsafe outside one's own machine. */
export function readCustodyConfig(variables: Environment): CustodySettings {
  const values = readEnvironment(environment, variables)
  const { WALLET_ORIGIN, PUBLIC_URL } = values
  requireSecure({ PUBLIC_URL, WALLET_ORIGIN })
  if (values.EMAIL_LIMITS === 'false' && !isLocal(WALLET_ORIGIN))
    throw new UnusableSettings([
      "EMAIL_LIMITS: may be false on one's own machine alone: strangers could flood mailboxes",
    ])
  return { ...readAuthority(values), ...readCustodyFields(values) }
}
