import { AppError } from '@latchkey/protocol'
import { atom, type Getter } from 'jotai/vanilla'
import { servicesAtom } from '../../services.ts'
import { createLatchkeySessions } from './createLatchkeySessions.ts'
import { fromSiweConfig } from './fromSiweConfig.ts'
import type { SiwxOption } from './SessionProof.ts'
import type { SignInApi } from './SignInApi.ts'

/** The api's part in session proof; its code is loaded first. Throws NOT_ENABLED where the page doesn't request proof. */
export const loadApi = async (get: Getter): Promise<SignInApi> => {
  const { proof, settings } = get(servicesAtom)
  if (proof === undefined) throw new AppError('NOT_ENABLED')
  return proof.loadApi(settings)
}

/** The session store; one per modal. */
const backend = atom((get): SiwxOption => {
  const services = get(servicesAtom)
  const { siwx, siweConfig } = services.settings
  if (siweConfig !== undefined) return fromSiweConfig(siweConfig, services.origin)
  return siwx !== undefined && 'addSession' in siwx
    ? siwx
    : createLatchkeySessions({ ...services, settings: siwx ?? {}, loadApi: () => loadApi(get) })
})

/** The store and verifier of sessions: the site's own backend, or our api. */
export const backendOf = async (get: Getter): Promise<SiwxOption> => get(backend)
