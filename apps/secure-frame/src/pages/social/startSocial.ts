import { createApiClient, walletEndpoints, walletProjectId } from '@latchkey/api-client'
import { withCopy } from '@latchkey/copy'
import { readFrameFacts } from '../../boundary/frameFacts.ts'
import { parseArrival } from '../../session/socialResult.ts'
import { isAlone } from '../link/isAlone.ts'
import { agreedOrigins } from './agreedOrigins.ts'
import { createHandover } from './createHandover.ts'
import { giveResult, openerOf } from './giveResult.ts'

const { socialRelease } = walletEndpoints

/**
 * Starts the page to which a window comes back from a provider. Removes the result from the address bar and the history at
 * once, and sends it to a known page before anything is rendered: a window that can close itself never shows content.
 */
export const startSocial = async (window: Window): Promise<void> => {
  const { document, location, history } = window
  const arrival = parseArrival(location.hash)
  history.replaceState(null, '', location.pathname)
  if (!isAlone(window)) return
  const { apiUrl, custodyUrl } = readFrameFacts(document)
  const rows = { socialRelease }
  const client = createApiClient({ endpoints: rows, apiUrl, custodyUrl, projectId: walletProjectId })
  const handover = createHandover({
    arrival,
    walletOrigin: location.origin,
    agreed: agreedOrigins(window),
    hasOpener: () => openerOf(window) !== null,
    give: async (resultUri, to) => {
      const isGiven = await giveResult(window, resultUri, to)
      if (isGiven) window.close()
      return isGiven
    },
    release: (request) => client.call('socialRelease', request),
  })
  const handed = handover.hand()
  const { mountSocial } = await withCopy(import('./mountSocial.tsx'))
  mountSocial(document, handover)
  await handed
}
