import { createApiClient, walletEndpoints, walletProjectId } from '@latchkey/api-client'
import { readFrameFacts } from '../../boundary/frameFacts.ts'
import { isAlone } from '../link/isAlone.ts'
import { mountPage } from '../link/mountPage.ts'
import { takeLinkToken } from '../link/takeLinkToken.ts'
import { createJoin } from './createJoin.ts'
import { JoinPage } from './JoinPage.tsx'

const { readEmailChange, approveEmailChange } = walletEndpoints

/** The page behind the link in the mail to the new address of an account. Opening it changes nothing: mail scanners do. */
export const startJoinAccount = async (window: Window): Promise<void> => {
  const token = takeLinkToken(window)
  if (!isAlone(window)) return
  const { document } = window
  const { apiUrl, custodyUrl } = readFrameFacts(document)
  const rows = { readEmailChange, approveEmailChange }
  const client = createApiClient({ endpoints: rows, apiUrl, custodyUrl, projectId: walletProjectId })
  const join = createJoin({
    token,
    read: (request) => client.call('readEmailChange', request),
    approve: (request) => client.call('approveEmailChange', request),
  })
  mountPage(document.body.appendChild(document.createElement('div')), <JoinPage join={join} />)
  await join.read()
}
