import { type ApiClient, createApiClient, deviceCredentials, walletEndpoints } from '@latchkey/api-client'
import { getLanguage } from '@latchkey/copy'
import { connectVault, createVaultStage, type VaultStage } from '@latchkey/vault-protocol'
import type { FrameFacts } from './boundary/frameFacts.ts'
import { type ChallengeSolver, createChallengeSolver } from './challenge/createChallengeSolver.ts'
import { challengeWorkerStarter, solveInDocument } from './challenge/openChallengeSolver.ts'
import { withChallenges } from './challenge/withChallenges.ts'
import type { CallApi, Lock } from './session/callApi.ts'
import { createVaultLink } from './session/createVaultLink.ts'

/** The connections of a wallet origin's document: the vault, the two services, and the locks it shares with other tabs. */
export type ConnectedServices = {
  solver: ChallengeSolver
  stage: VaultStage
  vault: ReturnType<typeof createVaultLink>
  client: ApiClient<typeof walletEndpoints>
  /** The client's calls, with challenges solved. */
  api: CallApi
  lock: Lock
}

/** Connects a document with the services of a project. Nothing is requested before its first use. */
export const connectServices = (window: Window, facts: FrameFacts, projectId: string): ConnectedServices => {
  const { document } = window
  const solver = createChallengeSolver({ startWorker: challengeWorkerStarter(), solveHere: solveInDocument })
  const stage = createVaultStage(window)
  const { signal } = new AbortController()
  const vault = createVaultLink(() =>
    connectVault({ vaultOrigin: facts.vaultOrigin, projectId, language: getLanguage(), document, stage, signal }),
  )
  const credentials = deviceCredentials({ prove: async (input) => (await vault.proveDevice(input)).proof })
  const client = createApiClient({ endpoints: walletEndpoints, ...facts, projectId, credentials })
  const api = withChallenges(client.call as CallApi, solver)
  const lock: Lock = (name, work) => navigator.locks.request(name, work) as ReturnType<typeof work>
  return { solver, stage, vault, client, api, lock }
}
