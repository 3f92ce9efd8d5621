import type { SignClient } from '@walletconnect/sign-client'
import type { SignClientTypes } from '@walletconnect/types'

export type Proposal = SignClientTypes.EventArguments['session_proposal']
export type PendingRequest = SignClientTypes.EventArguments['session_request']

/**
 * Tracks pending proposals and requests of sites, until they are answered, expire or their session ends. `answersItself` returns true for a
 * request that it has answered without the user.
 */
export const followPending = (
  client: Awaited<ReturnType<typeof SignClient.init>>,
  onChange: () => void,
  answersItself: (request: PendingRequest) => boolean,
) => {
  const proposals = new Map<number, Proposal>()
  const requests = new Map<number, PendingRequest>()

  client.on('session_proposal', (proposal) => {
    proposals.set(proposal.id, proposal)
    onChange()
  })
  client.on('session_request', (request) => {
    if (answersItself(request)) return
    requests.set(request.id, request)
    onChange()
  })
  const forget = ({ topic }: { topic: string }): void => {
    for (const [id, request] of requests) if (request.topic === topic) requests.delete(id)
    onChange()
  }
  client.on('session_delete', forget)
  client.on('session_expire', forget)
  client.on('proposal_expire', ({ id }) => {
    proposals.delete(id)
    onChange()
  })
  client.on('session_request_expire', ({ id }) => {
    requests.delete(id)
    onChange()
  })
  client.core.pairing.events.on('pairing_delete', ({ topic }: { topic: string }) => {
    for (const [id, { params }] of proposals) if (params.pairingTopic === topic) proposals.delete(id)
    onChange()
  })

  return { proposals, requests, forget }
}
