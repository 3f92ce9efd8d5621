import { createApiClient, walletEndpoints, walletProjectId } from '@latchkey/api-client'
import { readFrameFacts } from '../../boundary/frameFacts.ts'
import { isAlone } from '../link/isAlone.ts'
import { mountPage } from '../link/mountPage.ts'
import { takeLinkToken } from '../link/takeLinkToken.ts'
import { createDeviceLink } from './createDeviceLink.ts'
import { DeviceLinkPage } from './DeviceLinkPage.tsx'

const { readDeviceLink, approveDevice, declineDevice } = walletEndpoints

/** The page behind the link in the mail of a new device. Opening it changes nothing: mail scanners do. */
export const startDeviceLink = async (window: Window): Promise<void> => {
  const token = takeLinkToken(window)
  if (!isAlone(window)) return
  const { document } = window
  const { apiUrl, custodyUrl } = readFrameFacts(document)
  const rows = { readDeviceLink, approveDevice, declineDevice }
  const client = createApiClient({ endpoints: rows, apiUrl, custodyUrl, projectId: walletProjectId })
  const link = createDeviceLink({
    token,
    read: (request) => client.call('readDeviceLink', request),
    approve: (request) => client.call('approveDevice', request),
    decline: (request) => client.call('declineDevice', request),
  })
  mountPage(document.body.appendChild(document.createElement('div')), <DeviceLinkPage link={link} />)
  await link.read()
}
