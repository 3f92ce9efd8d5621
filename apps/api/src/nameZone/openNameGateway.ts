import type { Database } from '@latchkey/service-kit/db/database'
import { bytesToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { NameGateway } from './answerNameQuery.ts'
import type { EnsSettings } from './ensSettings.ts'
import { findZoneName } from './zoneStore.ts'

/** Returns the gateway of the settings, over the names in the database; null where there is none. */
export function openNameGateway({ zone, gateway }: EnsSettings, database: Database): NameGateway | null {
  if (zone === undefined || gateway === undefined) return null
  const account = privateKeyToAccount(bytesToHex(gateway.key))
  return {
    resolver: gateway.resolver,
    chainId: Number(gateway.chainId.slice('eip155:'.length)),
    zone,
    find: ({ parent, label }) => database.transaction('api', (sql) => findZoneName(sql, parent, label)),
    sign: (hash) => account.sign({ hash }),
  }
}
