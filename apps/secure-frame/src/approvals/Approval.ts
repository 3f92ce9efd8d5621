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

/** The page and the account of a request: the fields of `Caller` that are known wherever an approval is shown. */
export type Requester = Pick<Caller, 'origin' | 'projectId' | 'address' | 'smartAccount'>

/** The requester, the account and the network: fixed when the request arrives. */
export type RequestContext<requester extends Requester = Requester, network extends ServedNetwork = ServedNetwork> = {
  /** Origin, project and account, as the guard verified them. */
  caller: requester
  network: network
  /** The page's description of itself, shown as a claim unless the operator has confirmed it. */
  claim: SiteClaim | null
}

/** An RPC method runs on a network of its namespace; other kinds run on any network. */
export type NetworkFor<name extends ApprovalName> = name extends ApprovalMethod
  ? { eip155: EvmNetwork; solana: SolanaNetwork }[(typeof rpcMethods)[name]['namespace']]
  : ServedNetwork

/** RPC methods need a caller that the guard has verified; other kinds may come before there is one. */
export type RequestContextFor<name extends ApprovalName, caller extends Requester> = RequestContext<
  name extends ApprovalMethod ? caller : Requester,
  NetworkFor<name>
>

/** The tools of a screen, already bound to its caller and network. */
export type ApprovalTools = {
  /** Fails with SESSION_EXPIRED, SERVICE_UNREACHABLE, UNAUTHORIZED. */
  sign(content: Signable): Promise<Uint8Array>
  read: ChainReader
  /** The same on Solana. */
  readSolana: SolanaReader
  /** Runs `work` while no other tab of this site does so under the same name. */
  lock<result>(name: string, work: () => Promise<result>): Promise<result>
  /** Optional information that isn't needed to confirm: a simulation, known addresses, a price. */
  consult: Consult
  /** Services that only smart accounts use: a sponsor, a bundler, a store of calls. */
  services: Services
}

/** Ends a screen; the first call counts. */
export type Decision<result> = {
  approve(result: result): void
  /** The user rejected the request. */
  reject(): void
  /** The request can't be carried out; the page receives the error. */
  fail(error: AppError): void
}

export type ScreenProps<result, network extends ServedNetwork = EvmNetwork> = {
  requestContext: RequestContext<Requester, network>
  tools: ApprovalTools
  decision: Decision<result>
}

/**
 * One kind of approval. `prepare` parses and checks the request and throws before anything is shown; the screen
 * it returns has closed over the parsed value, so what is shown is what is signed.
 */
export type ApprovalKind<name extends ApprovalName> = {
  prepare(
    params: ApprovalParams<name>,
    requestContext: RequestContext<Requester, NetworkFor<name>>,
  ): Screen<name> | Promise<Screen<name>>
}

type Screen<name extends ApprovalName> = (props: ScreenProps<ApprovalResult<name>, NetworkFor<name>>) => ReactElement
