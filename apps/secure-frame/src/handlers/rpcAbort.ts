import type { Handler } from './HandlerDeps.ts'

/** The host has dropped what it names: the signals of those calls are aborted. Reads go on. */
export const rpcAbort: Handler<'RPC_ABORT'> = () => async () => undefined
