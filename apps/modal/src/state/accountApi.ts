import { AppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import type { AccountApi } from '../account/AccountApi.ts'
import { servicesAtom } from './services.ts'

const loading = atom<Promise<AccountApi> | null>(null)

/** The backend's rows about accounts, their code loaded once. Throws SERVICE_UNREACHABLE when that fails; the next call tries again. */
export async function getAccountApi(get: Getter, set: Setter): Promise<AccountApi> {
  const known = get(loading)
  const started = known ?? get(servicesAtom).loadAccountApi()
  if (known === null) set(loading, started)
  try {
    return await started
  } catch (cause) {
    if (get(loading) === started) set(loading, null)
    throw new AppError('SERVICE_UNREACHABLE', { cause })
  }
}
