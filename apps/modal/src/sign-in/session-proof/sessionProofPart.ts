import { t } from '@latchkey/copy/sessionProof'
import { loadPart } from '../../loadPart.ts'
import { sdkVersion } from '../../sdkVersion.ts'
import { askWithMessage, prepareOneClick } from './createOneClick.ts'
import { enterStep, followProof } from './followProof.ts'
import type { ProofPart } from './ProofPart.ts'
import { isDecisionDueAtom } from './proofState.ts'
import { readOptions } from './readOptions.ts'
import { tokenOfSession } from './sessionTokens.ts'

/** Session proof of a page that requests it. */
export const sessionProofPart: ProofPart = {
  readOptions,
  start: followProof,
  step: enterStep,
  prepare: prepareOneClick,
  ask: askWithMessage,
  refusal: (get) => (get(isDecisionDueAtom) ? t('closeRefused') : undefined),
  getIdToken: tokenOfSession,
  async loadApi({ apiUrl, projectId }) {
    const { createSignInApi } = await loadPart(import('./createSignInApi.ts'))
    return createSignInApi({ apiUrl, projectId, sdkVersion })
  },
}
