import type { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { apiAlerts, codeOf } from '../alerts.ts'
import { servicesAtom } from '../services.ts'
import { clearAlertAtom, raiseAlertAtom } from './alerts.ts'

/**
 * Reports that the api's check of this page failed. A rejection (APKT002; APKT005 for a page with an opaque origin, APKT007 for an unknown
 * project) ends the frame, which would show nothing; if the api can't answer, the wallet decides.
 */
export const reportCheckFailureAtom = atom(null, (get, set, { name, details }: AppError) => {
  const { origin, settings, wallet } = get(servicesAtom)
  const { projectId, apiUrl, metadata } = settings
  if (name !== 'ORIGIN_NOT_ALLOWED' && name !== 'PROJECT_UNKNOWN') {
    const isLimit = name === 'LIMIT_EXCEEDED' || name === 'RATE_LIMITED'
    set(raiseAlertAtom, isLimit ? 'APKT010' : 'APKT009', { apiUrl })
    return
  }
  const line = JSON.stringify({ id: projectId, name: metadata.name, origins: [origin] })
  const unlisted = details.origin === 'null' ? 'APKT005' : 'APKT002'
  const refusal = name === 'PROJECT_UNKNOWN' ? 'APKT007.unknown' : unlisted
  // A wallet that shows nothing to this page is silent for the same reason.
  for (const code of [...apiAlerts, 'APKT003'] as const) if (code !== codeOf(refusal)) set(clearAlertAtom, code)
  set(raiseAlertAtom, refusal, { projectId, apiUrl, origin, line })
  wallet.end()
})
