import { createApiClient, walletEndpoints, walletProjectId } from '@latchkey/api-client'
import { readFrameFacts } from '../../boundary/frameFacts.ts'
import { isAlone } from '../link/isAlone.ts'
import { mountPage } from '../link/mountPage.ts'
import { takeLinkToken } from '../link/takeLinkToken.ts'
import { createUndo } from './createUndo.ts'
import { UndoPage } from './UndoPage.tsx'

const { undoEmailChange, applyEmailUndo } = walletEndpoints

/** The page behind the link that an old address gets when it is replaced. */
export const startUndoEmailChange = async (window: Window): Promise<void> => {
  const token = takeLinkToken(window)
  if (!isAlone(window)) return
  const { document } = window
  const { apiUrl, custodyUrl } = readFrameFacts(document)
  const rows = { undoEmailChange, applyEmailUndo }
  const client = createApiClient({ endpoints: rows, apiUrl, custodyUrl, projectId: walletProjectId })
  const undo = createUndo({
    token,
    undo: (request) => client.call('undoEmailChange', request),
    apply: (request) => client.call('applyEmailUndo', request),
  })
  mountPage(document.body.appendChild(document.createElement('div')), <UndoPage undo={undo} />)
}
