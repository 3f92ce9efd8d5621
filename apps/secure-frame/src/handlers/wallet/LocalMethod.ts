import type { EvmNetwork } from '@latchkey/chains'
import type { RpcParams, RpcResult, SafeMethod } from '@latchkey/protocol'
import type { Page } from '../../boundary/Page.ts'
import type { HandlerDeps } from '../HandlerDeps.ts'

/** One call of a page, its parameters parsed. */
export type LocalCall<method extends SafeMethod> = { page: Page; network: EvmNetwork; params: RpcParams<method> }

/** A safe method that this wallet answers itself, or differently from a node. */
export type LocalMethod<method extends SafeMethod> = (
  deps: HandlerDeps,
  call: LocalCall<method>,
) => Promise<RpcResult<method>>
