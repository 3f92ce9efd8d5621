import type { EvmNetwork, SolanaNetwork } from '@latchkey/chains'
import type { AppError, ApprovalMethod, rpcMethods } from '@latchkey/protocol'
import type { Signable } from '@latchkey/vault-protocol'
import type { ReactElement } from 'react'
import type { ChainReader } from '../chain/createChainReader.ts'
import type { ServedNetwork } from '../chain/networkOf.ts'
import type { SolanaReader } from '../chain/solanaReads.ts'
import type { Caller } from '../session/Caller.ts'
import type { Services } from '../smartAccount/services.ts'
import type { SiteClaim } from '../views/Surface.ts'
import type { ApprovalName, ApprovalParams, ApprovalResult } from './approvalRows.ts'
import type { Consult } from './insights/insights.ts'

/** The page and the account that it asks about: what is known of a `Caller` wherever an approval is shown. */
export type Requester = Pick<Caller, 'origin' | 'projectId' | 'address' | 'smartAccount'>

/** Who asks whom, and for which network: fixed when the request arrives. */
export type RequestContext<requester extends Requester = Requester, network extends ServedNetwork = ServedNetwork> = {
  /** The guard's word for origin, project and account. */
  caller: requester
  network: network
  /** What the page says of itself, shown as a claim unless the operator has confirmed it. */
  claim: SiteClaim | null
}

/** A method is asked about on a network of its namespace; what is no method, on any. */
export type NetworkFor<name extends ApprovalName> = name extends ApprovalMethod
  ? { eip155: EvmNetwork; solana: SolanaNetwork }[(typeof rpcMethods)[name]['namespace']]
  : ServedNetwork

/** RPC methods are asked for by a caller that the guard vouches for; other kinds may come before there is one. */
export type RequestContextFor<name extends ApprovalName, caller extends Requester> = RequestContext<
  name extends ApprovalMethod ? caller : Requester,
  NetworkFor<name>
>

/** What a screen may use, already bound to its caller and network. */
export type ApprovalTools = {
  /** Fails with SESSION_EXPIRED, SERVICE_UNREACHABLE, UNAUTHORIZED. */
  sign(content: Signable): Promise<Uint8Array>
  read: ChainReader
  /** The same on Solana. */
  readSolana: SolanaReader
  /** Runs `work` while no other tab of this site does so under the same name. */
  lock<result>(name: string, work: () => Promise<result>): Promise<result>
  /** What tells a person more and is not needed to agree: a simulation, whom they know, a price. */
  consult: Consult
  /** What smart accounts take besides: a sponsor, a bundler, a memory of calls. */
  services: Services
}

/** How a screen ends; the first word counts. */
export type Decision<result> = {
  approve(result: result): void
  /** The person said no. */
  reject(): void
  /** It cannot be done, and the page learns why. */
  fail(error: AppError): void
}

export type ScreenProps<result, network extends ServedNetwork = EvmNetwork> = {
  requestContext: RequestContext<Requester, network>
  tools: ApprovalTools
  decision: Decision<result>
}

/**
 * One kind of approval. `prepare` parses and checks what the page wants and throws before anything is shown; the screen
 * it returns has closed over the parsed value, so what is shown is what is signed.
 */
export type ApprovalKind<name extends ApprovalName> = {
  prepare(
    params: ApprovalParams<name>,
    requestContext: RequestContext<Requester, NetworkFor<name>>,
  ): Screen<name> | Promise<Screen<name>>
}

type Screen<name extends ApprovalName> = (props: ScreenProps<ApprovalResult<name>, NetworkFor<name>>) => ReactElement
