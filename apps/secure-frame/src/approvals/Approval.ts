import type { EvmNetwork } from '@latchkey/chains'
import type { AppError, ApprovalMethod, DappMetadata, RpcParams, RpcResult } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import type { ChainReader } from '../chain/createChainReader.ts'
import type { Caller } from '../session/Caller.ts'
import type { Signable } from '../vault/vaultMethods.ts'

/** Who asks whom, and for which network: fixed when the request arrives. */
export type Asking = {
  /** The guard's word for origin, project and account. */
  caller: Caller
  network: EvmNetwork
  /** What the page says of itself: a claim, shown as one. */
  claim: DappMetadata | null
}

/** What a screen may use, already bound to its caller and network. */
export type ApprovalTools = {
  /** Fails with SESSION_EXPIRED, SERVICE_UNREACHABLE, UNAUTHORIZED. */
  sign(content: Signable): Promise<Uint8Array>
  read: ChainReader
  /** Runs `work` while no other tab of this site does so under the same name. */
  lock<result>(name: string, work: () => Promise<result>): Promise<result>
}

/** How a screen ends; the first word counts. */
export type Decision<result> = {
  approve(result: result): void
  /** The person said no. */
  reject(): void
  /** It cannot be done, and the page learns why. */
  fail(error: AppError): void
}

export type ScreenProps<result> = { asking: Asking; tools: ApprovalTools; decision: Decision<result> }

/**
 * One approval method. `prepare` parses and checks what the page wants and throws before anything is shown; the screen
 * it returns has closed over the parsed value, so what is shown is what is signed.
 */
export type ApprovalKind<method extends ApprovalMethod> = {
  prepare(params: RpcParams<method>, asking: Asking): (props: ScreenProps<RpcResult<method>>) => ReactElement
}
